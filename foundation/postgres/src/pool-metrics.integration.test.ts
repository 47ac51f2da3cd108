import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { testDatabase } from '@gatehouse/testkit/vitest/test-servers'
import { expect, test } from 'vitest'
import { createPostgres } from './create-postgres.ts'

const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })

test('two pools of a process report their connections and why they failed', async () => {
  await using scope = new AsyncDisposableStack()
  const url = new Secret(scope.use(await testDatabase()).url)
  const metrics = createMetrics('test')
  const open = (applicationName: string, where = url) => {
    const postgres = createPostgres({ url: where, applicationName, poolSizeMax: 2, logger, metrics })
    scope.defer(postgres.close)
    return postgres
  }
  const [busy, down] = [open('busy'), open('down', new Secret('postgres://x@127.0.0.1:1/x'))]
  await expect(down.query('select 1')).rejects.toMatchObject({ code: 'postgres.unreachable' })
  await using connection = await lend(busy)
  await expect(connection.query('select pg_terminate_backend(pg_backend_pid())')).rejects.toMatchObject({
    code: 'postgres.outcome_unknown',
  })

  const text = await metrics.metrics()
  const value = (labels: string) =>
    new RegExp(`^gatehouse_postgres_\\w+\\{${labels},service="test"\\} (\\d+)$`, 'm').exec(text)?.[1]
  expect(value('pool="busy",state="busy"')).toBe('1')
  expect(value('pool="busy",state="max"')).toBe('2')
  expect(value('pool="down",state="busy"')).toBe('0')
  expect(value('pool="down",cause="connect"')).toBe('1')
  expect(value('pool="busy",cause="lost"')).toBe('1')
  expect(value('pool="busy",cause="connect"')).toBeUndefined()
})

async function lend(postgres: ReturnType<typeof createPostgres>) {
  const connection = await postgres.connect()
  return Object.assign(connection, { [Symbol.asyncDispose]: async () => connection.release() })
}
