// A synchronous standby of a Postgres that is already running: from then on every commit on the primary waits for it.
import { Client } from 'pg'
import { type TestPostgres, startPostgres } from '../start-postgres.ts'
import { waitUntil } from '../wait-until.ts'

export type TestStandby = {
  readonly server: TestPostgres
  /** Stops receiving WAL, as on a network that drops packets; the standby still answers queries. */
  freeze(): Promise<void>
  thaw(): void
  /** Stops following the primary, whose commits no longer wait for this standby. */
  cutOff(): Promise<void>
  /** Becomes a primary. */
  promote(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const name = 'standby'

export async function startStandby(primary: TestPostgres): Promise<TestStandby> {
  await using scope = new AsyncDisposableStack()
  const standbyOf = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${name}`
  const server = scope.use(await startPostgres({ standbyOf }))
  await runOn(primary.url, `alter system set synchronous_standby_names = '${name}'`)
  await runOn(primary.url, 'select pg_reload_conf()')
  await waitUntil(async () => (await readSyncState(primary.url)) === 'sync', {
    withinMs: 30_000,
    what: 'the standby is synchronous',
  })
  let frozenPid: number | undefined
  const thaw = () => {
    if (frozenPid !== undefined) process.kill(frozenPid, 'SIGCONT')
    frozenPid = undefined
  }
  // A frozen process does not end at a clean stop.
  scope.defer(async () => thaw())
  const own = scope.move()
  return {
    server,
    async freeze() {
      const { rows } = await runOn(server.url, 'select pid from pg_stat_wal_receiver')
      frozenPid = Number(rows[0]?.['pid'])
      process.kill(frozenPid, 'SIGSTOP')
    },
    thaw,
    promote: async () => void (await runOn(server.url, 'select pg_promote()')),
    async cutOff() {
      await runOn(server.url, `alter system set primary_conninfo = ''`)
      await runOn(server.url, 'select pg_reload_conf()')
      await runOn(primary.url, 'alter system reset synchronous_standby_names')
      await runOn(primary.url, 'select pg_reload_conf()')
      const isCutOff = async () => (await readSyncState(primary.url)) === undefined
      await waitUntil(isCutOff, { withinMs: 30_000, what: 'the standby receives nothing' })
    },
    [Symbol.asyncDispose]: () => own.disposeAsync(),
  }
}

async function readSyncState(url: string): Promise<unknown> {
  const { rows } = await runOn(url, 'select sync_state from pg_stat_replication')
  return rows[0]?.['sync_state']
}

async function runOn(url: string, statement: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query<Record<string, unknown>>(statement)
  } finally {
    await client.end()
  }
}
