// Counts and sums by company and day, from Postgres and, independently of the product, from the Parquet files.
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Postgres } from '@gatehouse/postgres/create-postgres'

/** `company day` → `calls micros`. */
export type Sums = ReadonlyMap<string, string>

type Row = { place: string; sums: string }

export async function countInPostgres(pool: Postgres, partition: string): Promise<Sums> {
  const { rows } = await pool.query<Row>(
    `select company_id || ' ' || (created_at at time zone 'UTC')::date as place,
            count(*) || ' ' || sum(charged_micros) as sums
       from ${partition} group by company_id, (created_at at time zone 'UTC')::date`,
  )
  return new Map(rows.map(({ place, sums }) => [place, sums]))
}

/** Reads the files of the objects that the archive has recorded for the partition; undefined if one is missing. */
export async function countInArchive(
  pool: Postgres,
  partition: string,
  directory: string,
): Promise<Sums | undefined> {
  const { rows: objects } = await pool.query<{ key: string }>(
    'select object_key as key from archived_call_objects where partition_name = $1',
    [partition],
  )
  if (objects.length === 0) return new Map()
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  try {
    const connection = await instance.connect()
    const paths = objects.map(({ key }) => `'${join(directory, key)}'`)
    const reader = await connection.runAndReadAll(
      `select company_id::text || ' ' || created_at::date::text as place, count(*)::text || ' ' || sum(charged_micros)::text as sums
         from read_parquet([${paths.join(', ')}]) group by company_id, created_at::date`,
    )
    return new Map((reader.getRowObjectsJson() as Row[]).map(({ place, sums }) => [place, sums]))
  } catch {
    return undefined
  } finally {
    instance.closeSync()
  }
}

/** Number of companies and days whose counts or sums differ. */
export function countDifferences(expected: Sums, actual: Sums): number {
  const places = new Set([...expected.keys(), ...actual.keys()])
  return [...places].filter((place) => expected.get(place) !== actual.get(place)).length
}
