// The columns of an archived call, and the text of a row that both Postgres and DuckDB can compute. Postgres exports the
// text as a line of CSV, and the hashes of the texts show that the archive has exactly the rows of Postgres.
type Column = {
  name: string
  /** In the Parquet object. */
  type: 'UUID' | 'VARCHAR' | 'BIGINT' | 'INTEGER' | 'TIMESTAMP'
  isNullable?: true
}

export const callColumns = [
  { name: 'id', type: 'UUID' },
  { name: 'company_id', type: 'UUID' },
  { name: 'key_id', type: 'UUID' },
  { name: 'alias', type: 'VARCHAR' },
  { name: 'operation', type: 'VARCHAR' },
  { name: 'status', type: 'VARCHAR' },
  { name: 'reason', type: 'VARCHAR', isNullable: true },
  { name: 'price_version', type: 'BIGINT', isNullable: true },
  { name: 'prompt_tokens', type: 'INTEGER' },
  { name: 'cached_tokens', type: 'INTEGER' },
  { name: 'completion_tokens', type: 'INTEGER' },
  { name: 'charged_micros', type: 'BIGINT' },
  { name: 'held_micros', type: 'BIGINT' },
  { name: 'balance_after_micros', type: 'BIGINT' },
  { name: 'duration_ms', type: 'INTEGER' },
  // In UTC, with microseconds.
  { name: 'created_at', type: 'TIMESTAMP' },
  { name: 'concerned_company_id', type: 'UUID', isNullable: true },
] as const satisfies readonly Column[]

export type CallColumn = (typeof callColumns)[number]['name']

/** Stands for null; a text is always quoted, so none can be mistaken for it. */
export const nullText = String.raw`\N`

const epochMicros = {
  postgres: '(extract(epoch from created_at) * 1000000)::bigint',
  duckdb: 'epoch_us(created_at)',
}

/** SQL of a row's line of CSV, in the dialect of either engine. */
export function rowText(engine: 'postgres' | 'duckdb'): string {
  const texts = callColumns.map((column: Column) => {
    const { name, type, isNullable } = column
    const text =
      type === 'VARCHAR'
        ? `'"' || replace(${name}::text, '"', '""') || '"'`
        : type === 'TIMESTAMP'
          ? `${epochMicros[engine]}::text`
          : `${name}::text`
    return isNullable ? `coalesce(${text}, '${nullText}')` : text
  })
  return `concat_ws(',', ${texts.join(', ')})`
}

/** SQL of a number of 60 bits that depends on all columns of the row. */
export function rowHash(engine: 'postgres' | 'duckdb'): string {
  const digits = `substr(md5(${rowText(engine)}), 1, 15)`
  return engine === 'postgres' ? `('x' || ${digits})::bit(60)::bigint` : `('0x' || ${digits})::BIGINT`
}
