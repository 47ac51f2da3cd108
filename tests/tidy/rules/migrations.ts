// Migrations run once, in order, on data that cannot be recreated. Their numbers make the order unambiguous, each says
// why it exists, and a table or column is dropped only after a release that no longer reads it.
import { fileName } from '../repository/file-kinds.ts'
import { lineNumber } from '../repository/line-number.ts'
import type { Repository, RepositoryFile } from '../repository/repository.ts'
import type { RuleOutcome, Violation } from '../repository/rule.ts'
import { withoutSqlComments } from '../repository/scan-sql.ts'

const folder = 'domain/schema/migrations/'

// The word `column` may be omitted after `drop`; the other words that can follow name things that hold no data.
const drop =
  /\bdrop\s+(?:table|column)\b|\balter\s+table\b[^;]*?\bdrop\s+(?!(?:constraint|not|default|expression|identity)\b)[\w"]+/gi

export function migrations(repository: Repository): RuleOutcome {
  const files = repository.files.filter(({ path }) => path.startsWith(folder))
  return { inspected: files.length, violations: [...checkNumbers(files), ...files.flatMap(checkFile)] }
}

// Gaps are allowed, because parts that are developed concurrently use separate ranges. Two migrations with the same
// number would have no defined order.
function checkNumbers(files: readonly RepositoryFile[]): Violation[] {
  const numbered = files.filter(({ path }) => /^\d{4}_/.test(fileName(path)))
  const number = ({ path }: RepositoryFile) => fileName(path).slice(0, 4)
  return numbered
    .filter((file, index) => numbered.findIndex((other) => number(other) === number(file)) < index)
    .map(({ path }) => ({ path, message: 'has the number of another migration: give it a new one' }))
}

function checkFile({ path, text }: RepositoryFile): Violation[] {
  const violations: Violation[] = []
  if (!/^\d{4}_[a-z]+(?:_[a-z0-9]+)+\.sql$/.test(fileName(path))) {
    violations.push({ path, message: 'is not named NNNN_verb_noun.sql: rename it' })
  }
  if (!/^--[ \t]*\S.{20,}/.test(text)) {
    violations.push({ path, line: 1, message: 'opens without a reason: start with a comment that says why' })
  }
  if (/^--\s*contract:.*\b\d{4}\b/m.test(text)) return violations
  for (const match of withoutSqlComments(text).matchAll(drop)) {
    violations.push({
      path,
      line: lineNumber(text, match.index),
      message: "drops what may still be read: add a line '-- contract: nothing reads it since NNNN'",
    })
  }
  return violations
}
