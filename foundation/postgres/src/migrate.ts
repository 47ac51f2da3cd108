// Applies numbered .sql files in order, forward only. Concurrent migrators are safe: the advisory lock makes the second
// one wait, unless it is asked to stop, and then it finds nothing to do. A file that was already applied must not
// change, so its checksum is compared: a database that silently differs from its history is discovered too late.
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSystemClock, sleep } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import type pg from 'pg'
import { type Migration, applyMigration } from './apply-migration.ts'
import { connectToPrimary } from './server-list.ts'

export type MigrateOptions = {
  databaseUrl: string
  directory: URL
  onApplied?: (file: string, tookMs: number) => void
  /** Called before each retry after a lock could not be acquired. */
  onRetry?: (file: string, attempt: number) => void
  /** Called once if another migrator holds the lock. */
  onWaiting?: () => void
  /** Ends the wait for another migrator, or stops between two files. */
  stopRequested?: AbortSignal
}

export type MigrateOutcome = { applied: string[]; alreadyApplied: number }

type AppliedRow = { version: number; file: string; checksum: string }

// An arbitrary constant that only this product's migrators use.
const migratorLock = 7_233_041
const lockPauseMs = 100

export async function migrate(options: MigrateOptions): Promise<MigrateOutcome> {
  const migrations = await readMigrations(options.directory)
  const client = await connectToPrimary({
    connectionString: options.databaseUrl,
    application_name: 'gatehouse migrate',
    connectionTimeoutMillis: 5_000,
  })
  try {
    await takeLock(client, options)
    await client.query(`create table if not exists schema_migrations (
      version integer primary key,
      file text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
    const { rows } = await client.query<AppliedRow>('select version, file, checksum from schema_migrations')
    const pending = pendingMigrations(migrations, rows)
    for (const migration of pending) {
      if (options.stopRequested?.aborted)
        throw stopped(`before ${migration.file}; the migrations applied so far stay`)
      const startedMs = performance.now()
      await applyMigration(client, migration, { ...options, clock: createSystemClock() })
      options.onApplied?.(migration.file, performance.now() - startedMs)
    }
    return { applied: pending.map(({ file }) => file), alreadyApplied: rows.length }
  } finally {
    // Ending the session also releases the lock.
    await client.end()
  }
}

/** Polls instead of blocking inside Postgres, where the wait could not be interrupted. */
async function takeLock(client: pg.Client, { onWaiting, stopRequested }: MigrateOptions): Promise<void> {
  const clock = createSystemClock()
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await client.query<{ is_ours: boolean }>('select pg_try_advisory_lock($1) as is_ours', [
      migratorLock,
    ])
    if (rows[0]?.is_ours) return
    if (stopRequested?.aborted) throw stopped('while another migration was running; nothing was migrated')
    if (attempt === 1) onWaiting?.()
    await sleep(clock, lockPauseMs, stopRequested)
  }
}

// Names of the baseline files, which replaced the migrations from before the first release.
const baseline = /^\d{4}_baseline_/

export function pendingMigrations(
  migrations: readonly Migration[],
  applied: readonly AppliedRow[],
): Migration[] {
  const hasBaseline = migrations.some(({ file }) => baseline.test(file))
  if (hasBaseline && applied.length > 0 && !applied.some(({ file }) => baseline.test(file)))
    throw historyDiffers(
      'the database was made before the migrations were squashed into a baseline. Recreate it: drop it, create it and migrate again; for development, `gatehouse dev --fresh` does so',
    )
  const byVersion = new Map(migrations.map((migration) => [migration.version, migration]))
  for (const row of applied) {
    const migration = byVersion.get(row.version)
    if (!migration) throw historyDiffers(`the database has ${row.file}, which this release does not know`)
    if (migration.checksum !== row.checksum)
      throw historyDiffers(`${row.file} was changed after it was applied`)
    byVersion.delete(row.version)
  }
  const pending = [...byVersion.values()]
  const lastApplied = Math.max(0, ...applied.map((row) => row.version))
  const late = pending.find((migration) => migration.version < lastApplied)
  if (late)
    throw historyDiffers(
      `${late.file} is numbered before migrations that were already applied. Give it a higher number; a development database can start over with \`gatehouse dev --fresh\``,
    )
  return pending
}

async function readMigrations(directory: URL): Promise<Migration[]> {
  const path = fileURLToPath(directory)
  const files = (await readdir(path)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(join(path, file), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { version: Number.parseInt(file, 10), file, sql, checksum }
    }),
  )
}

function stopped(when: string): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'postgres.migration_stopped',
    publicMessage: `Stopped ${when}.`,
  })
}

function historyDiffers(how: string): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'postgres.migration_history_differs',
    publicMessage: `Nothing was migrated: ${how}.`,
  })
}
