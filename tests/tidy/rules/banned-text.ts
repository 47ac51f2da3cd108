// Text that must not remain in a finished change: notes to oneself, disabled checks, prints, paths of one machine, and
// words that our documents do not use. tests/tidy is exempt: it has to spell what it bans.
import { isProduct, isTypeScript } from '../repository/file-kinds.ts'
import { lineNumber } from '../repository/line-number.ts'
import type { Repository, RepositoryFile } from '../repository/repository.ts'
import type { RuleOutcome, Violation } from '../repository/rule.ts'
import { scanSource } from '../repository/scan-source.ts'
import { withoutSqlComments } from '../repository/scan-sql.ts'

type Ban = {
  in: (path: string) => boolean
  /** `text` is the whole file; `code` excludes comments and quoted text. */
  look: 'text' | 'code'
  pattern: RegExp
  instead: string
}

const isSource = (path: string) => /\.(?:tsx?|js|mjs|sql|lua|css|html|ya?ml|sh|tpl)$/.test(path)
const mayPrint = (path: string) =>
  /^(?:(?:apps\/cli|tests\/proofs|\.ci)\/|(?:[^/]+\/){0,2}tools\/)/.test(path)
const hasVocabulary = (path: string) => isProduct(path) && /\.(?:tsx?|sql)$/.test(path)

const bans: readonly Ban[] = [
  { in: isSource, look: 'text', pattern: /\b(?:TODO|FIXME|XXX)\b/g, instead: 'do it now or open an issue' },
  { in: isTypeScript, look: 'code', pattern: /\.(?:only|skip)\(/g, instead: 'run every test, or delete it' },
  {
    in: (path) => isTypeScript(path) && !mayPrint(path),
    look: 'code',
    pattern: /\bconsole\.\w+/g,
    instead: 'use the logger',
  },
  {
    in: isSource,
    look: 'text',
    pattern: /@ts-(?:ignore|nocheck)\b|\beslint-disable\b/g,
    instead: 'fix the code; where the checker is wrong, use @ts-expect-error with the reason',
  },
  {
    in: () => true,
    look: 'text',
    // Not after a word, a dot or a bracket: `https://host/home/` and `${folder}/home/` are not machine paths.
    pattern: /(?<![\w.})~-])\/(?:work|home|root)\/[\w.-]*/g,
    instead: 'a path of one machine is useless elsewhere; write it relative to the repository',
  },
  { in: hasVocabulary, look: 'code', pattern: /\b\w*tenant\w*/gi, instead: 'our word is company' },
  {
    in: hasVocabulary,
    look: 'code',
    pattern: /\b\w*wallet\w*/gi,
    instead: 'our words are credit and balance',
  },
]

export function bannedText(repository: Repository): RuleOutcome {
  const files = repository.files.filter(({ path }) => !path.startsWith('tests/tidy/'))
  return { inspected: files.length, violations: files.flatMap(checkFile) }
}

function checkFile({ path, text }: RepositoryFile): Violation[] {
  const code = codeOf(path, text)
  return bans
    .filter((ban) => ban.in(path))
    .flatMap(({ look, pattern, instead }) =>
      [...(look === 'code' ? code : text).matchAll(pattern)].map((match) => ({
        path,
        line: lineNumber(text, match.index),
        message: `has ${match[0]}: ${instead}`,
      })),
    )
}

function codeOf(path: string, text: string): string {
  if (isTypeScript(path)) return scanSource(text).code
  return path.endsWith('.sql') ? withoutSqlComments(text) : text
}
