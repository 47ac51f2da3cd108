// Counts, sums and contents by company and day, from Postgres and, independently of the product, from the Parquet files.
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Postgres } from '@gatehouse/postgres/create-postgres'

/** `company day` → `calls micros contents`; the contents are a number that depends on every column of every call. */
export type Sums = ReadonlyMap<string, string>

type Row = { place: string; sums: string }

export async function countInPostgres(pool: Postgres, partition: string): Promise<Sums> {
  const { rows } = await pool.query<Row>(
    `select company_id || ' ' || (created_at at time zone 'UTC')::date as place,
            count(*) || ' ' || sum(charged_micros) || ' ' || sum(${await rowNumber(pool, 'postgres')}) as sums
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
      `select company_id::text || ' ' || created_at::date::text as place,
              count(*)::text || ' ' || sum(charged_micros)::text || ' ' || sum(${await rowNumber(pool, 'duckdb')})::text as sums
         from read_parquet([${paths.join(', ')}]) group by company_id, created_at::date`,
    )
    return new Map((reader.getRowObjectsJson() as Row[]).map(({ place, sums }) => [place, sums]))
  } catch {
    return undefined
  } finally {
    instance.closeSync()
  }
}

type Engine = 'postgres' | 'duckdb'

const epochMicros = {
  postgres: (name: string) => `(extract(epoch from ${name}) * 1000000)::bigint`,
  duckdb: (name: string) => `epoch_us(${name})`,
}

/**
 * SQL of a number that both engines compute from a call. The columns are those that Postgres has, so that one that the archive
 * leaves out is missed.
 */
async function rowNumber(pool: Postgres, engine: Engine): Promise<string> {
  const { rows } = await pool.query<{ name: string; isTime: boolean }>(
    `select attname as name, atttypid = 'timestamptz'::regtype as "isTime" from pg_attribute
      where attrelid = 'calls'::regclass and attnum > 0 and not attisdropped order by attname`,
  )
  const texts = rows.map(
    ({ name, isTime }) => `coalesce((${isTime ? epochMicros[engine](name) : name})::text, 'null')`,
  )
  const digits = `substr(md5(concat_ws(' | ', ${texts.join(', ')})), 1, 12)`
  return engine === 'postgres' ? `('x' || ${digits})::bit(48)::bigint` : `('0x' || ${digits})::bigint`
}

/** Number of companies and days whose counts, sums or contents differ. */
export function countDifferences(expected: Sums, actual: Sums): number {
  const places = new Set([...expected.keys(), ...actual.keys()])
  return [...places].filter((place) => expected.get(place) !== actual.get(place)).length
}
