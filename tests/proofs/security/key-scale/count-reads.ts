// Counts what the database did for keys, by its own statistics of statements.
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import type { TestPostgres } from '@gatehouse/testkit/start-postgres'

/** False if the installation of Postgres lacks the extension. */
export async function collectStatements(pool: Postgres, server: TestPostgres): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_available_extensions where name = 'pg_stat_statements'`,
  )
  if (rowCount !== 1) return false
  await pool.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`)
  await server.restart()
  await pool.query('create extension pg_stat_statements')
  return true
}

export async function resetCounts(pool: Postgres): Promise<void> {
  await pool.query('select pg_stat_statements_reset()')
}

export type KeyReads = {
  /** Keys that were read. */
  keys: number
  /** Questions which keys have changed. */
  questions: number
  /** Records of the last use, which are writes. */
  touched: number
}

export async function readCounts(pool: Postgres): Promise<KeyReads> {
  const { rows } = await pool.query<{ keys: number; questions: number; touched: number }>(
    `select coalesce(sum(rows) filter (where query like '%k.key_hash = any%'), 0)::float8 as keys,
            coalesce(sum(calls) filter (where query like '%from key_change_cut%'), 0)::float8 as questions,
            coalesce(sum(rows) filter (where query like '%set last_used_at = used.at%'), 0)::float8 as touched
       from pg_stat_statements`,
  )
  const [row] = rows
  if (!row) throw new Error('the database counts no statements')
  return row
}
