import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { findFreePort } from '@gatehouse/testkit/free-port'
import { startPostgres } from '@gatehouse/testkit/start-postgres'
import { startStandby } from '@gatehouse/testkit/start-standby'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { expect, test } from 'vitest'
import { createPostgres } from './create-postgres.ts'
import { connectToPrimary } from './server-list.ts'

const logger = createLogger({ service: 'test', level: 'error', sinks: [] })

test('connections go to the primary among several servers, and to the new one after a failover', async () => {
  await using primary = await startPostgres()
  await using standby = await startStandby(primary)
  const ports = [await findFreePort(), standby.server.port, primary.port]
  const url = `postgres://postgres@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/postgres`
  await using scope = new AsyncDisposableStack()
  const postgres = createPostgres({
    url: new Secret(url),
    applicationName: 'test',
    poolSizeMax: 2,
    connectTimeoutMs: 5_000,
    queryTimeoutMs: 10_000,
    logger,
  })
  scope.defer(() => postgres.close())
  const readPort = async () => {
    const { rows } = await postgres.query<{ port: number }>(`select current_setting('port')::integer as port`)
    return rows[0]?.port
  }
  expect(await readPort()).toBe(primary.port)
  const client = await connectToPrimary({ connectionString: url })
  expect(client.port).toBe(primary.port)
  await client.end()

  await primary.kill()
  const promoting = await connectToPrimary({ connectionString: standby.server.url })
  await promoting.query('select pg_promote()')
  await promoting.end()
  await waitUntil(async () => (await readPort().catch(() => undefined)) === standby.server.port, {
    withinMs: 20_000,
    what: 'connections go to the new primary',
  })
})

test('a cluster without a primary is reported as unreachable', async () => {
  await using primary = await startPostgres()
  await using standby = await startStandby(primary)
  const hosts = `127.0.0.1:${standby.server.port},127.0.0.1:${await findFreePort()}`
  const url = `postgres://postgres@${hosts}/postgres`
  await expect(connectToPrimary({ connectionString: url })).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  const postgres = createPostgres({ url: new Secret(url), applicationName: 'test', poolSizeMax: 1, logger })
  await expect(postgres.query('select 1')).rejects.toMatchObject({ code: 'postgres.unreachable' })
  await postgres.close()
})
