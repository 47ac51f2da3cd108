// Applies one migration while the database serves traffic. Other statements queue behind a statement that waits for a
// lock, so a migration gives up quickly and retries. Indexes on large tables are built outside a transaction, without
// blocking writes.
import { type Clock, sleep } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import { backoffMs } from '@gatehouse/runtime/backoff'
import type pg from 'pg'

export type Migration = { version: number; file: string; sql: string; checksum: string }

export type ApplyOptions = {
  clock: Clock
  /** Called before each retry after the lock could not be acquired. */
  onRetry?: ((file: string, attempt: number) => void) | undefined
  stopRequested?: AbortSignal | undefined
}

// Shorter than the deadline of a settlement, so that settlements queued behind the lock are late but not lost.
const lockTimeoutMs = 300
// All attempts together take about a minute on average and two at most: long enough for most locks to be released,
// shorter than an operator's patience.
const retryPolicy = { attemptsMax: 40, firstDelayMs: 200, delayMsMax: 3_000 }

const lockNotAvailable = '55P03'

/**
 * Marks a migration that runs outside a transaction: a line of its opening comment, with the reason. Such a file
 * contains one idempotent statement.
 */
const outsideMarker = /^--\s*without transaction:\s*\S/m

export async function applyMigration(
  client: pg.Client,
  migration: Migration,
  { clock, onRetry, stopRequested }: ApplyOptions,
): Promise<void> {
  const run = outsideMarker.test(migration.sql) ? runOutside : runInTransaction
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(client, migration)
    } catch (thrown) {
      const isLocked = thrown instanceof Error && 'code' in thrown && thrown.code === lockNotAvailable
      if (!isLocked || attempt >= retryPolicy.attemptsMax || stopRequested?.aborted)
        throw migrationFailed(migration, thrown)
      onRetry?.(migration.file, attempt)
      await sleep(clock, backoffMs(retryPolicy, attempt, Math.random), stopRequested)
    }
  }
}

async function runInTransaction(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    await record(client, migration)
    await client.query(migration.sql)
    await client.query('commit')
  } catch (thrown) {
    await client.query('rollback').catch(() => undefined)
    throw thrown
  }
}

/**
 * Records the migration only after it is done, so that it runs again if the process dies in between. The locks of such
 * a migration block neither reads nor writes, but it must wait for running transactions to end, so it has no lock
 * timeout.
 */
async function runOutside(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('set lock_timeout = 0')
  await dropInvalidIndex(client, migration.sql)
  await client.query(migration.sql)
  await record(client, migration)
}

/** An interrupted build leaves an invalid index, which every write maintains and no query uses. */
async function dropInvalidIndex(client: pg.Client, sql: string): Promise<void> {
  const name = /\bindex\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/i.exec(sql)?.[1]
  if (name === undefined) return
  const { rows } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [name],
  )
  if (rows.length > 0) await client.query(`drop index concurrently ${name}`)
}

async function record(client: pg.Client, { version, file, checksum }: Migration): Promise<void> {
  await client.query('insert into schema_migrations (version, file, checksum) values ($1, $2, $3)', [
    version,
    file,
    checksum,
  ])
}

function migrationFailed({ file, sql }: Migration, thrown: unknown): Fault {
  const isWhole = !outsideMarker.test(sql)
  return new Fault({
    kind: 'internal',
    code: 'postgres.migration_failed',
    publicMessage: `Migration ${file} failed${isWhole ? ' and was rolled back' : ''}: ${String(thrown)}`,
    cause: thrown,
  })
}
