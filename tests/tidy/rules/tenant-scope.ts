// A query on a table with a column company_id must have a condition on that column, so that data of one customer cannot
// reach another because a condition was forgotten. Inserts are exempt, because they state the company as a value.
// Queries that work across companies, or by a key that implies the company, are listed with their reason in
// tenant-exemptions.ts.
import { isForTests, isProduct, isTest } from '../repository/file-kinds.ts'
import { type Template, findTemplates } from '../repository/find-templates.ts'
import { lineNumber } from '../repository/line-number.ts'
import { type Repository, type RepositoryFile, findFile } from '../repository/repository.ts'
import type { RuleOutcome, Violation } from '../repository/rule.ts'
import { scanSource } from '../repository/scan-source.ts'
import { withoutSqlComments } from '../repository/scan-sql.ts'
import { type TenantExemptions, tenantExemptions } from './tenant-exemptions.ts'

const schemaPath = 'domain/schema/schema.sql'
const exemptionsPath = 'tests/tidy/rules/tenant-exemptions.ts'

const createTable = /CREATE TABLE public\.(?<table>\w+) \((?<columns>[\s\S]*?)\n\)/g
const table = String.raw`(?:only\s+)?(?:"?public"?\.)?"?(?<table>[a-z_][a-z0-9_]*)"?(?![\w"(.])`
const statements: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:from|join|using)\s+(?:lateral\s+)?${table}`, 'gi'),
  new RegExp(String.raw`\bupdate\s+${table}(?:\s+(?:as\s+)?\w+)?\s+set\b`, 'gi'),
]
const queryBuilder =
  /\.(?:selectFrom|updateTable|deleteFrom|(?:inner|left|right|full)Join|using)\(\s*\[?\s*(['"`])(?:public\.)?(?<table>\w+)(?:\s+as\s+\w+)?\1/g

const columnName = String.raw`(?:"?\w+"?\.)?"?company_id"?`
// The value must be a parameter, an interpolation or a subquery, because equality with another column only joins two
// tables. `is null` selects the rows that belong to no company.
const value = String.raw`(?:any\s*)?\(*\s*(?:[$]|select\b|values\b)`
const conditions: readonly RegExp[] = [
  new RegExp(String.raw`${columnName}\s*(?:=|\bin\b|\bis not distinct from\b)\s*${value}`, 'i'),
  new RegExp(String.raw`${columnName}\s+is\s+null\b`, 'i'),
  new RegExp(String.raw`[$][\w{}.]+(?:::\w+)?\s*=\s*${columnName}`, 'i'),
  new RegExp(String.raw`\([^()]*\bcompany_id\b[^()]*\)\s*(?:=|\bin\b)\s*${value}`, 'i'),
  /['"`](?:\w+\.)?company_id['"`]\s*,\s*['"`](?:(?:=|in)['"`]|is['"`]\s*,\s*null\b)/,
]

export function tenantScope(
  repository: Repository,
  exemptions: TenantExemptions = tenantExemptions,
): RuleOutcome {
  const tables = tenantTables(findFile(repository, schemaPath)?.text ?? '')
  const queries = repository.files
    .filter(({ path }) => isInspected(path))
    .flatMap((file) => queriesIn(file, tables))
  const unscoped = Map.groupBy(
    queries.filter(({ isScoped }) => !isScoped),
    ({ path, table: name }) => `${path} ${name}`,
  )
  return {
    inspected: queries.length,
    violations: [
      ...[...unscoped.values()].flatMap((found) => checkQueries(found, exemptions)),
      ...unusedExemptions(exemptions, unscoped),
    ],
  }
}

function isInspected(path: string): boolean {
  return (
    isProduct(path) &&
    /\.(?:tsx?|sql)$/.test(path) &&
    !isTest(path) &&
    !isForTests(path) &&
    !path.startsWith('domain/schema/')
  )
}

function tenantTables(schema: string): ReadonlySet<string> {
  const created = [...schema.matchAll(createTable)].map(({ groups }) => ({
    name: groups?.['table'] ?? '',
    columns: groups?.['columns'] ?? '',
  }))
  return new Set(
    created.filter(({ columns }) => /^\s+company_id\b/m.test(columns)).map(({ name }) => name.toLowerCase()),
  )
}

type Query = { path: string; line: number; table: string; isScoped: boolean }

function queriesIn({ path, text }: RepositoryFile, tables: ReadonlySet<string>): Query[] {
  if (path.endsWith('.sql')) {
    const readable = withoutSqlComments(text)
    return tablesIn(readable, statements, tables).map((found) =>
      describe(path, readable, { found, query: statementAt(readable, found.offset) }),
    )
  }
  const { code, withoutComments } = scanSource(text)
  const templates = findTemplates(code)
  return [
    ...tablesIn(withoutComments, statements, tables)
      .filter(({ offset }) => code.charAt(offset) === ' ')
      .map((found) => {
        const query = literalAt(withoutComments, code, { templates, offset: found.offset })
        return describe(path, withoutComments, { found, query })
      }),
    ...tablesIn(withoutComments, [queryBuilder], tables).map((found) =>
      describe(path, withoutComments, { found, query: chainAt(withoutComments, code, found.offset) }),
    ),
  ]
}

type Found = { offset: number; name: string }

function tablesIn(text: string, patterns: readonly RegExp[], tables: ReadonlySet<string>): Found[] {
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map((match) => ({ offset: match.index + 1, name: (match.groups?.['table'] ?? '').toLowerCase() }))
    .filter(({ name }) => tables.has(name))
}

function describe(path: string, text: string, { found, query }: { found: Found; query: string }): Query {
  const isScoped = conditions.some((pattern) => pattern.test(query))
  return { path, line: lineNumber(text, found.offset), table: found.name, isScoped }
}

/** The outermost template around the offset, with what it interpolates; or else the quoted text around it. */
function literalAt(
  text: string,
  code: string,
  { offset, templates }: { offset: number; templates: readonly Template[] },
): string {
  const template = templates.find(({ start, end }) => start < offset && offset < end)
  if (template) return text.slice(template.start, template.end)
  const start = Math.max(code.lastIndexOf("'", offset), code.lastIndexOf('"', offset))
  return text.slice(start, code.indexOf(code.charAt(start), offset))
}

/** The calls chained to the one at the offset, up to where the expression ends. */
function chainAt(text: string, code: string, offset: number): string {
  let depth = 0
  for (let end = offset; end < code.length; end += 1) {
    const character = code.charAt(end)
    if ('([{'.includes(character)) depth += 1
    if (')]}'.includes(character)) depth -= 1
    const isEnd = depth < 0 || (depth === 0 && (';,'.includes(character) || isLineEnd(code, end)))
    if (isEnd) return text.slice(offset, end)
  }
  return text.slice(offset)
}

function isLineEnd(code: string, offset: number): boolean {
  return code.charAt(offset) === '\n' && !/^\s*[.?]/.test(code.slice(offset))
}

function statementAt(sql: string, offset: number): string {
  const end = sql.indexOf(';', offset)
  return sql.slice(sql.lastIndexOf(';', offset) + 1, end === -1 ? undefined : end)
}

/** All given queries are in the same file and on the same table. */
function checkQueries(unscoped: readonly Query[], exemptions: TenantExemptions): Violation[] {
  const [{ path, table: name } = { path: '', table: '' }] = unscoped
  const exempt = exemptions[path]?.tables[name] ?? 0
  if (unscoped.length === exempt) return []
  const message = `queries ${name} without a condition on company_id: add it, or list the file in ${exemptionsPath} with the reason`
  if (exempt === 0) return unscoped.map(({ line }) => ({ path, line, message }))
  const lines = unscoped.map(({ line }) => line).join(', ')
  return [{ path, message: `${message} (lines ${lines}; ${exempt} are exempt)` }]
}

function unusedExemptions(
  exemptions: TenantExemptions,
  unscoped: ReadonlyMap<string, readonly Query[]>,
): Violation[] {
  return Object.entries(exemptions).flatMap(([path, { tables }]) =>
    Object.keys(tables)
      .filter((name) => !unscoped.has(`${path} ${name}`))
      .map((name) => ({
        path: exemptionsPath,
        message: `exempts ${path} for ${name}, which it does not query without company_id: remove it`,
      })),
  )
}
