// Generates the TypeScript types of the tables from the database itself, so that a migration and the code that reads
// its columns cannot silently disagree.
import type { Queryable } from './create-postgres.ts'

type ColumnRow = {
  table_name: string
  column_name: string
  type_name: string
  is_nullable: boolean
  has_default: boolean
  is_generated: boolean
  enum_values: string[] | null
}

const columnsQuery = `
  select c.relname as table_name, a.attname as column_name, t.typname as type_name,
         not a.attnotnull as is_nullable, a.atthasdef as has_default,
         (a.attgenerated <> '' or a.attidentity = 'a') as is_generated,
         (select array_agg(e.enumlabel::text order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid)
           as enum_values
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_namespace n on n.oid = c.relnamespace
    join pg_type t on t.oid = a.atttypid
   where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
     and a.attnum > 0 and not a.attisdropped
   order by c.relname, a.attnum`

export async function generateTableTypes(database: Queryable): Promise<string> {
  const { rows } = await database.query<ColumnRow>(columnsQuery)
  const tables = new Map<string, ColumnRow[]>()
  for (const row of rows) tables.set(row.table_name, [...(tables.get(row.table_name) ?? []), row])
  const types = [...tables].map(([name, columns]) => renderTable(name, columns))
  const imports = ['ColumnType', 'Generated', 'GeneratedAlways'].filter((name) =>
    types.join('').includes(`${name}<`),
  )
  const entries = [...tables.keys()].map((name) => `  ${name}: ${typeName(name)}`)
  return [
    '// Generated from the migrations by `pnpm schema`; do not edit.',
    ...(imports.length > 0 ? [`import type { ${imports.join(', ')} } from 'kysely'`, ''] : []),
    ...types,
    `export type Tables = {\n${entries.join('\n')}\n}`,
    '',
  ].join('\n')
}

function renderTable(name: string, columns: readonly ColumnRow[]): string {
  const fields = columns.map((column) => `  ${column.column_name}: ${columnType(column)}`)
  return `export type ${typeName(name)} = {\n${fields.join('\n')}\n}\n`
}

function columnType(column: ColumnRow): string {
  if (column.type_name === 'jsonb') return jsonType(column)
  const base = scalarType(column)
  const type = column.is_nullable ? `${base} | null` : base
  if (column.is_generated) return `GeneratedAlways<${type}>`
  return column.has_default ? `Generated<${type}>` : type
}

// JSON is read parsed but written as text: the driver would turn a JavaScript array into a Postgres array.
function jsonType({ is_nullable, has_default }: ColumnRow): string {
  const written = is_nullable ? 'string | null' : 'string'
  const inserted = is_nullable || has_default ? `${written} | undefined` : written
  return `ColumnType<unknown, ${inserted}, ${written}>`
}

function scalarType({ type_name, enum_values, table_name, column_name }: ColumnRow): string {
  if (enum_values) return enum_values.map((value) => `'${value}'`).join(' | ')
  if (type_name.startsWith('_')) {
    const element = scalarTypes[type_name.slice(1)]
    if (element) return `${element}[]`
  }
  const type = scalarTypes[type_name]
  if (!type) throw new Error(`${table_name}.${column_name}: no TypeScript type is chosen for ${type_name}`)
  return type
}

const scalarTypes: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float8: 'number',
  inet: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'bigint',
  numeric: 'string',
  text: 'string',
  timestamptz: 'Date',
  tsvector: 'string',
  uuid: 'string',
  xid8: 'string',
}

function typeName(table: string): string {
  return `${table
    .split('_')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')}Table`
}
