// A table is written only by the package that owned-tables.ts names. Migrations are exempt (a backfill touches what it
// must), and so are tests and the testkit, which set up data.
import { isProduct, isTest } from '../repository/file-kinds.ts'
import { lineNumber } from '../repository/line-number.ts'
import type { Repository, RepositoryFile } from '../repository/repository.ts'
import type { RuleOutcome, Violation } from '../repository/rule.ts'
import { scanSource } from '../repository/scan-source.ts'
import { withoutSqlComments } from '../repository/scan-sql.ts'
import { type Owners, ownedTables, tablesWithoutMigration } from './owned-tables.ts'

const ownersPath = 'tests/tidy/rules/owned-tables.ts'
const migrationPath = /^domain\/schema\/migrations\/[^/]+\.sql$/

const table = String.raw`(?:only\s+)?(?:"?public"?\.)?"?(?<table>[a-z_][a-z0-9_]*)"?`
const queryBuilder =
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*(['"`])(?:public\.)?(?<table>\w+)/g
const statements: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:insert|merge)\s+into\s+${table}(?![\w"])`, 'gi'),
  new RegExp(String.raw`\bdelete\s+from\s+${table}(?![\w"])`, 'gi'),
  new RegExp(String.raw`\btruncate\s+(?:table\s+)?${table}(?![\w"])`, 'gi'),
  new RegExp(String.raw`\bupdate\s+${table}(?:\s+(?:as\s+)?\w+)?\s+set\b`, 'gi'),
  new RegExp(String.raw`\bcopy\s+${table}(?:\s*\([^)]*\))?\s+from\b`, 'gi'),
]

export function tableOwners(repository: Repository, owners: Owners = ownedTables): RuleOutcome {
  const migrations = repository.files.filter(({ path }) => migrationPath.test(path))
  const created = tablesAfter(migrations)
  const sources = repository.files.filter(({ path }) => isProduct(path) && mayWrite(path))
  const writes = sources.flatMap(writesIn)
  return {
    inspected: created.size + writes.length,
    violations: [
      ...[...created]
        .filter(([name]) => !(name in owners))
        .map(([name, path]) => ({ path, message: `creates ${name}: name its owner in ${ownersPath}` })),
      ...Object.keys(owners)
        .filter((name) => !created.has(name) && !tablesWithoutMigration.includes(name))
        .map((name) => ({
          path: ownersPath,
          message: `lists ${name}, which no migration creates: remove it`,
        })),
      ...writes.flatMap((write) => checkWrite(write, owners)),
    ],
  }
}

function mayWrite(path: string): boolean {
  return /\.(?:tsx?|sql)$/.test(path) && !isTest(path) && !/^domain\/schema\/.*\.sql$/.test(path)
}

/**
 * The tables that exist after all migrations have run → the migration that created each. Partitions belong to their
 * parent.
 */
function tablesAfter(migrations: readonly RepositoryFile[]): Map<string, string> {
  const name = String.raw`(?:"?public"?\.)?"?(\w+)"?`
  const change = new RegExp(
    String.raw`\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?${name}(?<partition>\s+partition\s+of)?` +
      String.raw`|\bdrop\s+table\s+(?:if\s+exists\s+)?${name}` +
      String.raw`|\balter\s+table\s+(?:if\s+exists\s+)?${name}\s+rename\s+to\s+${name}`,
    'gi',
  )
  const created = new Map<string, string>()
  for (const { path, text } of migrations) {
    for (const match of withoutSqlComments(text).matchAll(change)) {
      const [, made, , dropped, renamedFrom, renamedTo] = match
      const gone = dropped ?? renamedFrom
      const added = made ?? renamedTo
      if (gone !== undefined) created.delete(gone.toLowerCase())
      if (added !== undefined && !match.groups?.['partition']) created.set(added.toLowerCase(), path)
    }
  }
  return created
}

type Write = { path: string; line: number; table: string; isQueryBuilder: boolean }

function writesIn({ path, text }: RepositoryFile): Write[] {
  const readable = path.endsWith('.sql') ? withoutSqlComments(text) : scanSource(text).withoutComments
  return [queryBuilder, ...statements].flatMap((pattern) =>
    [...readable.matchAll(pattern)].map((match) => ({
      path,
      line: lineNumber(readable, match.index),
      table: (match.groups?.['table'] ?? '').toLowerCase(),
      isQueryBuilder: pattern === queryBuilder,
    })),
  )
}

function checkWrite({ path, line, table, isQueryBuilder }: Write, owners: Owners): Violation[] {
  const owner = Object.hasOwn(owners, table) ? owners[table] : undefined
  if (owner !== undefined) {
    if (path.startsWith(`${owner}/`)) return []
    return [
      { path, line, message: `writes ${table}, which ${owner} owns: call a function of ${owner} instead` },
    ]
  }
  // "delete from disk" in a message is not a statement, so for unknown tables only calls of the query builder count.
  if (!isQueryBuilder) return []
  return [{ path, line, message: `writes ${table}, which has no owner: name one in ${ownersPath}` }]
}
