// Writes and reads the Parquet files of archived calls.
import { type CallColumn, callColumns, nullText, rowHash } from '../call-columns.ts'
import type { DaySums } from '../day-sums.ts'
import { type DuckDb, literal } from './open-duckdb.ts'

// A receipt is found by reading the groups of its company, so they are not large.
const rowsPerGroup = 50_000

/** Sorted by company and time, because similar rows next to each other compress best. */
export async function writeParquet(duckDb: DuckDb, csvPath: string, parquetPath: string): Promise<void> {
  const types = callColumns.map(({ name, type }) => `'${name}': '${type === 'TIMESTAMP' ? 'BIGINT' : type}'`)
  await duckDb.query(`
    copy (
      select * replace (make_timestamp(created_at) as created_at)
        from read_csv(${literal(csvPath)}, auto_detect = false, header = false, delim = ',', quote = '"', escape = '"',
                      nullstr = ${literal(nullText)}, allow_quoted_nulls = false, max_line_size = 10000000,
                      columns = {${types.join(', ')}})
       order by company_id, id
    ) to ${literal(parquetPath)}
    (format parquet, parquet_version v2, compression zstd, compression_level 9, row_group_size ${rowsPerGroup})`)
}

export async function readDaySums(duckDb: DuckDb, parquetPath: string): Promise<DaySums[]> {
  const rows = await duckDb.query(`
    select company_id::text as company, created_at::date::text as day, count(*)::text as calls,
           sum(charged_micros)::text as charged, sum(${rowHash('duckdb')})::text as hashes
      from read_parquet(${literal(parquetPath)}) group by 1, 2`)
  return rows.map(({ company, day, calls, charged, hashes }) => ({
    companyId: company ?? '',
    day: day ?? '',
    calls: BigInt(calls ?? 0),
    chargedMicros: BigInt(charged ?? 0),
    hashes: BigInt(hashes ?? 0),
  }))
}

/** All columns as text. Times are in UTC. */
export type ArchivedRow = Record<CallColumn, string | null>

export async function readRow(
  duckDb: DuckDb,
  parquetPath: string,
  { callId, companyId }: { callId: string; companyId: string },
): Promise<ArchivedRow | undefined> {
  const texts = callColumns.map(({ name, type }) =>
    type === 'TIMESTAMP' ? `${name}::text || '+00' as ${name}` : `${name}::text as ${name}`,
  )
  const [row] = await duckDb.query(
    `select ${texts.join(', ')} from read_parquet(${literal(parquetPath)})
      where company_id = ${literal(companyId)}::UUID and id = ${literal(callId)}::UUID`,
  )
  return row as ArchivedRow | undefined
}
