// Purity is judged by what a file imports, not by the name of its folder. In domain packages and foundation/runtime, a
// file that imports a module for I/O (its types included: it then works with a connection) is an adapter. Every other file
// takes the clock, randomness, timers, settings and the network as parameters, so that tests control them. Files in
// a folder named rules/ must not reach an adapter through their imports either: they run without any server.
// The exceptions below are whole files, each with its reason; an exception whose file no longer exists is a violation.
import { isTest, typeScriptFiles } from '../repository/file-kinds.ts'
import { lineNumber } from '../repository/line-number.ts'
import type { Repository, RepositoryFile } from '../repository/repository.ts'
import type { RuleOutcome, Violation } from '../repository/rule.ts'
import { isRelative, resolveRelative, scanImports } from '../repository/scan-imports.ts'
import { scanSource } from '../repository/scan-source.ts'

type Exceptions = Readonly<Record<string, string>>

const impureFiles: Exceptions = {
  'foundation/runtime/src/clock.ts': 'is the clock: the only place that reads real time and sets real timers',
}

const inPureTree = /^(?:domain\/[^/]+|foundation\/runtime)\/src\//
const inRules = /\/src\/(?:.+\/)?rules\//

const ioModules: readonly RegExp[] = [
  /^node:(?:fs|net|tls|http|https|http2|dns|dgram|child_process|worker_threads|cluster)(?:\/|$)/,
  /^(?:pg|kysely|ioredis|undici|stripe|nodemailer|fastify|pdfjs-dist)(?:\/|$)/,
  // `define-task` is exempt, because the definition of a task is plain data; the rest of that package reads and writes
  // the queue.
  /^@gatehouse\/(?:postgres|redis|http|objects|service|tasks(?!\/define-task$))(?:\/|$)/,
]

// A name after a dot is a property, such as `deps.fetch(…)`, and thus a parameter. `globalThis.fetch` is not.
const bare = String.raw`(?:(?<![.\w$])|\bglobalThis\.)`
const forbidden: readonly { use: RegExp; instead: string }[] = [
  { use: new RegExp(String.raw`${bare}process\b(?=\.|\[)`, 'g'), instead: 'take the setting as a parameter' },
  { use: /\bDate\.now\b/g, instead: 'take a Clock and call clock.wallMs()' },
  { use: /\bnew\s+Date\b\s*(?:\(\s*\)|(?![\s(]))/g, instead: 'write new Date(clock.wallMs())' },
  { use: /\bperformance\.now\b/g, instead: 'take a Clock and call clock.monotonicMs()' },
  { use: /\bMath\.random\b/g, instead: 'take `random: () => number` as a parameter' },
  { use: new RegExp(String.raw`${bare}fetch\s*\(`, 'g'), instead: 'take a port; its adapter does the call' },
  {
    use: new RegExp(String.raw`${bare}set(?:Timeout|Interval)\s*\(`, 'g'),
    instead: 'take a Clock and call clock.after(…)',
  },
]

export function pureFiles(repository: Repository, exceptions: Exceptions = impureFiles): RuleOutcome {
  const files = typeScriptFiles(repository).filter(({ path }) => inPureTree.test(path) && !isTest(path))
  const stale = Object.keys(exceptions)
    .filter((path) => !files.some((file) => file.path === path))
    .map((path) => ({
      path,
      message: 'is a listed exception of pure-files but not a file: remove the entry',
    }))
  const pure = files.filter((file) => !(file.path in exceptions) && !findIoImport(file))
  const byPath = new Map(files.map((file) => [file.path, file]))
  const rules = files.filter(({ path }) => inRules.test(path))
  return {
    inspected: pure.length,
    violations: [
      ...stale,
      ...pure.flatMap(findAmbientUses),
      ...rules.flatMap((file) => findWayToIo(file, byPath)),
    ],
  }
}

function findIoImport({ text }: RepositoryFile): string | undefined {
  return scanImports(text).find(({ specifier }) => ioModules.some((module) => module.test(specifier)))
    ?.specifier
}

function findAmbientUses({ path, text }: RepositoryFile): Violation[] {
  const { code } = scanSource(text)
  return forbidden.flatMap(({ use, instead }) =>
    [...code.matchAll(use)].map((match) => ({
      path,
      line: lineNumber(code, match.index),
      message: `uses ${match[0].trim()} in a pure file: ${instead}`,
    })),
  )
}

/** Follows what the file loads, breadth first, until it meets a module for I/O. Type imports load nothing. */
function findWayToIo(file: RepositoryFile, byPath: ReadonlyMap<string, RepositoryFile>): Violation[] {
  const ways: (readonly RepositoryFile[])[] = [[file]]
  const seen = new Set([file.path])
  for (const way of ways) {
    const last = way.at(-1) ?? file
    const found = findIoImport(last)
    if (found !== undefined) {
      const steps = [...way.map(({ path }) => path), found].join(' → ')
      return [
        { path: file.path, message: `is a rule but reaches I/O (${steps}): take the result as a parameter` },
      ]
    }
    for (const { specifier, isTypeOnly } of scanImports(last.text)) {
      const next = isRelative(specifier) && !isTypeOnly && byPath.get(resolveRelative(last, specifier))
      if (!next || seen.has(next.path)) continue
      seen.add(next.path)
      ways.push([...way, next])
    }
  }
  return []
}
