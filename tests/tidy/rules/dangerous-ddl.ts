// A migration runs while the previous release serves traffic. A statement that rewrites or scans a large table under a
// lock, or breaks the statements of the previous release, blocks every settlement while it runs.
import { lineNumber } from '../repository/line-number.ts'
import type { Repository, RepositoryFile } from '../repository/repository.ts'
import type { RuleOutcome, Violation } from '../repository/rule.ts'
import { withoutSqlComments } from '../repository/scan-sql.ts'

const folder = 'domain/schema/migrations/'

const outsideMarker = /^--\s*without transaction:\s*\S/m
const excuse = /^--\s*safe:\s*\S/m

type Danger = { pattern: RegExp; message: string }

/** Group 1 is the table, where it matters whether the same file created it: a new table is not in use yet. */
const dangers: readonly Danger[] = [
  {
    pattern:
      /\bcreate\s+(?:unique\s+)?index\s+(?!concurrently\b)(?:if\s+not\s+exists\s+)?[\w"]*\s*on\s+(?:only\s+)?([\w".]+)/gi,
    message: 'builds an index under a lock: use `create index concurrently if not exists` in a separate file',
  },
  {
    pattern:
      /\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?([\w".]+)[^;]*?\badd\s+constraint\b(?![^;]*\bnot\s+valid\b)[^;]*?\b(?:check|foreign\s+key)\b/gi,
    message:
      'checks every row under a lock: add the constraint `not valid` and validate it in a later migration',
  },
  {
    pattern:
      /\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?([\w".]+)[^;]*?\badd\s+constraint\b[^;]*?\b(?:unique|primary\s+key)\s*\(/gi,
    message: 'builds an index under a lock: build it concurrently first and add the constraint `using index`',
  },
  {
    pattern:
      /\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?([\w".]+)[^;]*?\balter\s+(?:column\s+)?[\w"]+\s+(?:set\s+data\s+)?type\b/gi,
    message:
      'rewrites the table: add a new column, fill it in the background, and read it in a later release',
  },
  {
    pattern: /\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?([\w".]+)[^;]*?\bset\s+not\s+null\b/gi,
    message:
      'reads the whole table under a lock: add `check (… is not null) not valid` and validate it later',
  },
  {
    pattern:
      /\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?([\w".]+)[^;]*?\badd\s+(?:column\s+)?(?!constraint\b)(?:if\s+not\s+exists\s+)?[\w"]+\s+(?:(?!\bdefault\b)[^;,])*\bnot\s+null\b(?![^;,]*\bdefault\b)/gi,
    message: 'adds a column that the previous release does not fill: give it a default',
  },
  {
    pattern:
      /\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?([\w".]+)[^;]*?\badd\s+(?:column\s+)?(?!constraint\b)[^;]*?(?:\bdefault\s+\(?(?:gen_random_uuid|random|clock_timestamp|nextval|uuid_generate_v4)\b|\bgenerated\s+always\s+as\s*\()/gi,
    message: 'rewrites the table: add the column without it and fill it in the background',
  },
  {
    pattern: /\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?([\w".]+)\s+rename\b/gi,
    message:
      'renames what the previous release reads: add the new name, and drop the old one in a later release',
  },
  {
    pattern:
      /(?<=^\s*|;\s*)(?:vacuum\s+full|cluster|reindex\s+(?!.*concurrently)(?:table|index|schema|database)|truncate|lock\s+table)\b/gi,
    message: 'locks a whole table: do it in the background, or without a lock',
  },
  {
    pattern: /\b(?:refresh\s+materialized\s+view\s+(?!concurrently))/gi,
    message: 'locks what is read: refresh it concurrently',
  },
]

export function dangerousDdl(repository: Repository): RuleOutcome {
  const files = repository.files.filter(({ path }) => path.startsWith(folder) && path.endsWith('.sql'))
  return { inspected: files.length, violations: files.flatMap(checkFile) }
}

function checkFile({ path, text }: RepositoryFile): Violation[] {
  const sql = withoutFunctionBodies(withoutSqlComments(text))
  const isOutside = outsideMarker.test(text)
  const violations = isOutside ? checkOutside(path, sql) : checkInside(path, sql)
  if (excuse.test(text)) return violations
  const own = new Set(
    [...sql.matchAll(/\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?([\w".]+)/gi)].map(
      ([, table]) => table,
    ),
  )
  for (const { pattern, message } of dangers)
    for (const match of sql.matchAll(pattern))
      if (match[1] === undefined || !own.has(match[1]))
        violations.push({
          path,
          line: lineNumber(text, match.index),
          message: `${message}, or say why it is harmless: '-- safe: …'`,
        })
  return violations
}

function checkInside(path: string, sql: string): Violation[] {
  if (!/\bconcurrently\b/i.test(sql)) return []
  const message = "works only outside a transaction: add a line '-- without transaction: why'"
  return [{ path, message }]
}

/**
 * A migration without a transaction runs again if it was interrupted, and several statements sent together would be one
 * transaction after all.
 */
function checkOutside(path: string, sql: string): Violation[] {
  const statements = sql.split(';').filter((statement) => statement.trim() !== '')
  const [only = '', ...others] = statements
  if (others.length > 0)
    return [{ path, message: 'runs without a transaction: give every statement a separate file' }]
  if (/\bconcurrently\s+if\s+(?:not\s+)?exists\b/i.test(only)) return []
  return [
    {
      path,
      message:
        'runs without a transaction and runs again if it was interrupted: use `concurrently if not exists`, or `if exists`',
    },
  ]
}

function withoutFunctionBodies(sql: string): string {
  return sql.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, (body) => body.replace(/[^\n]/g, ' '))
}
