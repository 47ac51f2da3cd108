import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { startPostgres } from '@gatehouse/testkit/start-postgres'
import pg from 'pg'
import { expect, test } from 'vitest'
import { type Postgres, createPostgres } from './create-postgres.ts'
import { type ServerState, readServerState } from './server-state.ts'

test('a server in recovery is rejected, with nothing done, until it is promoted', async () => {
  await using server = await startPostgres({ storage: 'memory' })
  const seen: ServerState[] = []
  const postgres: Postgres = createPostgres({
    url: new Secret(server.url),
    applicationName: 'test',
    poolSizeMax: 2,
    connectTimeoutMs: 10_000,
    queryTimeoutMs: 10_000,
    logger: createLogger({ service: 'test', level: 'fatal', sinks: [] }),
    checkConnection: async (connection) => void seen.push(await readServerState(connection)),
  })
  await using _closing = { [Symbol.asyncDispose]: () => postgres.close() }
  await postgres.query('create table a (b int)')
  expect(seen).toMatchObject([{ fsync: 'on', synchronousCommit: 'on' }])
  expect(Math.abs((seen[0]?.wallMs ?? 0) - Date.now())).toBeLessThan(60_000)

  await server.stop()
  await writeFile(join(server.dataDirectory, 'standby.signal'), '')
  await server.restart()
  const refused = postgres.query('insert into a values (1)')
  await expect(refused).rejects.toMatchObject({ code: 'postgres.unreachable', isOutcomeUnknown: false })
  expect(postgres.counts().total).toBe(0)

  const operator = new pg.Client({ connectionString: server.url })
  await operator.connect()
  await operator.query('select pg_promote()')
  await operator.end()
  await postgres.query('insert into a values (2)')
  expect((await postgres.query('select b from a')).rows).toEqual([{ b: 2 }])
})
