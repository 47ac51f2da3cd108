import { createRedis } from '@gatehouse/redis/create-redis'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { findFreePort } from '@gatehouse/testkit/free-port'
import type { RedisClient } from '@gatehouse/redis/redis-client'
import { emptyTestRedis, openTestRedis } from '@gatehouse/testkit/vitest/open-test-redis'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type RouteState, createReadRouteStates, createWriteRouteStates } from './route-states.ts'

let redis: RedisClient
beforeAll(() => {
  redis = openTestRedis()
})
beforeEach(() => emptyTestRedis(redis))
afterAll(() => redis.disconnect())

const closed: RouteState = {
  routeId: 'a',
  state: 'closed',
  openUntil: null,
  calls: 12,
  failures: 1,
  p95Ms: 820,
}
const open: RouteState = {
  routeId: 'b',
  state: 'open',
  openUntil: new Date('2026-01-31T12:00:00.000Z'),
  calls: 5,
  failures: 5,
  p95Ms: null,
}

test('the states of all replicas are listed, by replica and route', async () => {
  await createWriteRouteStates({ redis, replica: 'two' })([closed])
  await createWriteRouteStates({ redis, replica: 'one' })([open, closed])
  expect(await createReadRouteStates({ redis })()).toEqual([
    { replica: 'one', ...closed },
    { replica: 'one', ...open },
    { replica: 'two', ...closed },
  ])
})

test('a route that a replica no longer has disappears with its next write', async () => {
  const write = createWriteRouteStates({ redis, replica: 'one' })
  await write([open, closed])
  await write([closed])
  expect(await createReadRouteStates({ redis })()).toEqual([{ replica: 'one', ...closed }])
})

test('a replica that stops writing disappears after 15 s, and others stay', async () => {
  const read = createReadRouteStates({ redis })
  await createWriteRouteStates({ redis, replica: 'one' })([closed])
  expect(await redis.pttl('gatehouse:routes:{states}:replica:one')).toBeLessThanOrEqual(15_000)
  expect(await redis.pttl('gatehouse:routes:{states}:replica:one')).toBeGreaterThan(0)
  await createWriteRouteStates({ redis, replica: 'dead', ttlMs: 50 })([closed])
  await createWriteRouteStates({ redis, replica: 'one' })([closed])
  await waitUntil(async () => (await read()).length === 1, {
    withinMs: 10_000,
    what: 'the dead replica is gone',
  })
  expect(await read()).toEqual([{ replica: 'one', ...closed }])
})

test('an entry in an unknown format is left out', async () => {
  await createWriteRouteStates({ redis, replica: 'one' })([closed])
  await redis.hset('gatehouse:routes:{states}:replica:one', {
    b: '{"state":"ajar"}',
    c: 'not JSON',
  })
  expect(await createReadRouteStates({ redis })()).toEqual([{ replica: 'one', ...closed }])
})

test('without Redis, reading fails with an error that says what to do', async () => {
  const gone = createRedis({
    url: new Secret(`redis://127.0.0.1:${await findFreePort()}`),
    connectionName: 'test',
    logger: createLogger({ service: 'test', level: 'fatal', sinks: [] }),
  })
  await expect(createReadRouteStates({ redis: gone })()).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'models.route_states_unavailable',
    message: expect.stringContaining('Check Redis') as string,
  })
  gone.disconnect()
})
