import { createRedis } from '@gatehouse/redis/create-redis'
import type { RedisClient } from '@gatehouse/redis/redis-client'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { startFaultProxy } from '@gatehouse/testkit/fault-proxy'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAnnounceCompanyChange, createSubscribeToKeyEnds } from './key-end-channel.ts'

const clock = createSystemClock()
const ids = createIds(clock)
let cleanUp: AsyncDisposableStack
let logged: { message: string }[]

beforeEach(() => {
  cleanUp = new AsyncDisposableStack()
  logged = []
})
afterEach(() => cleanUp.disposeAsync())

const logger = createLogger({
  service: 'test',
  level: 'info',
  sinks: [{ write: (line) => void logged.push(JSON.parse(line) as { message: string }) }],
})

async function connect(url: URL, connectionName: string): Promise<RedisClient> {
  const redis = createRedis({ url: new Secret(url.href), connectionName, logger })
  cleanUp.defer(() => redis.disconnect())
  await waitUntil(() => redis.status === 'ready', { withinMs: 30_000, what: 'Redis is connected' })
  return redis
}

test('a connection that the server closes is logged as lost, and as received again once it is back', async () => {
  const name = `closed-${ids.uuid()}`
  const redis = await connect(new URL(testRedisUrl()), name)
  const subscription = createSubscribeToKeyEnds({ redis, clock, logger })(
    () => undefined,
    () => undefined,
  )
  cleanUp.defer(() => subscription.close())
  const findId = async () => {
    const clients = String(await redis.call('CLIENT', 'LIST', 'TYPE', 'pubsub')).split('\n')
    return clients.find((line) => line.includes(`name=${name}-keys `))?.match(/id=(\d+)/)?.[1]
  }
  await waitUntil(async () => (await findId()) !== undefined, { withinMs: 30_000, what: 'it is subscribed' })
  await redis.call('CLIENT', 'KILL', 'ID', (await findId()) ?? '')
  await waitUntil(() => logged.length === 2, { withinMs: 30_000, what: 'both changes are logged' })
  expect(logged.map(({ message }) => message)).toEqual([
    'key announcements are not received; changes of keys are still read every second',
    'key announcements are received again',
  ])
})

test('a change of a company that cannot be announced is logged with the company, and does not reject', async () => {
  const url = new URL(testRedisUrl())
  const proxy = cleanUp.use(await startFaultProxy({ targetPort: Number(url.port) }))
  url.port = String(proxy.port)
  const redis = await connect(url, 'announcer')
  await proxy.set({ kind: 'blackHole' })
  const companyId = ids.uuid()
  expect(await createAnnounceCompanyChange({ redis, logger })(companyId)).toBe(false)
  expect(logged).toContainEqual(
    expect.objectContaining({
      message: 'company change could not be announced; gateways notice it within 5 s',
      context: expect.objectContaining({ company_id: companyId }) as unknown,
    }),
  )
})
