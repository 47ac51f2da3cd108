// knip finds unused exports, but not a method of a type that no production code calls. This rule takes every function
// member of a type and of a class in production code and looks for a use of its name: an access (`.name`), or
// a destructuring. It compares names, not types, so an unused member whose name is used elsewhere escapes it.
import { isForTests, isGenerated, isProduct, isTest, typeScriptFiles } from '../repository/file-kinds.ts'
import { lineNumber } from '../repository/line-number.ts'
import type { Repository, RepositoryFile } from '../repository/repository.ts'
import type { RuleOutcome } from '../repository/rule.ts'
import { scanSource } from '../repository/scan-source.ts'

type Exceptions = Readonly<Record<string, string>>

/** Members that stay although production code does not use them, each with its reason. */
const kept: Exceptions = {
  syncPurchase: 'tests and proofs run for one purchase what a periodic job does for all',
  ageMs: 'tests read from the catalog what production code reads from its metric',
}

type Member = { path: string; line: number; name: string }

// A member begins a line inside a type or class: `name(…): T`, `name?: (…) => T` or `async name(…) {`.
const signature =
  /^ {2}(?:readonly )?([a-z]\w*)(?:\?)?(?:<[^>\n]*>)?(?:\((?=[^\n]*\)?)|: (?:<[^>\n]*>)?\([^\n]*=> )/gm
const typeBody = /^(?:export )?type \w+(?:<[^\n]*>)? = (?:[\w.<>,' |]+ & )?\{\n([\s\S]*?)^\}/gm
const destructuring = /\{([^{}]*)\}\s*(?:=(?![=>])|:|\bof\b|\]|\)\s*=>|,\s*\w+\)\s*=>)/g

export function unusedMembers(repository: Repository, exceptions: Exceptions = kept): RuleOutcome {
  const files = typeScriptFiles(repository).filter(
    ({ path }) => isProduct(path) && !isTest(path) && !isForTests(path) && !isGenerated(path),
  )
  const members = files.flatMap(findMembers)
  const used = new Set(files.flatMap(findUsedNames))
  const unused = members.filter(({ name }) => !used.has(name))
  const stale = Object.keys(exceptions)
    .filter((name) => !unused.some((member) => member.name === name))
    .map((name) => ({
      path: 'tests/tidy/rules/unused-members.ts',
      message: `excuses ${name}, which is used or does not exist: remove the entry`,
    }))
  return {
    inspected: members.length,
    violations: [
      ...stale,
      ...unused
        .filter(({ name }) => !(name in exceptions))
        .map(({ path, line, name }) => ({
          path,
          line,
          message: `declares ${name}, which no production code uses: remove it and its implementations`,
        })),
    ],
  }
}

function findMembers({ path, text }: RepositoryFile): Member[] {
  const { code } = scanSource(text)
  return [...code.matchAll(typeBody)].flatMap((type) => {
    const body = type[1] ?? ''
    const start = type.index + type[0].indexOf(body)
    return [...body.matchAll(signature)].map((match) => ({
      path,
      line: lineNumber(code, start + match.index),
      name: match[1] ?? '',
    }))
  })
}

function findUsedNames({ text }: RepositoryFile): string[] {
  const { code } = scanSource(text)
  const accessed = [...code.matchAll(/\.\s*([A-Za-z_]\w*)/g)].map((match) => match[1] ?? '')
  const taken = [...code.matchAll(destructuring)].flatMap((match) =>
    (match[1] ?? '').split(',').map((part) => /^\s*(\w+)/.exec(part)?.[1] ?? ''),
  )
  return [...accessed, ...taken]
}
