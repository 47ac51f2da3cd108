import { createReadRouteStates } from '@gatehouse/models/route-states'
import { createRedis } from '@gatehouse/redis/create-redis'
import { Secret } from '@gatehouse/runtime/secret'
import { nameReplica } from '@gatehouse/service/name-replica'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { findFreePort } from '@gatehouse/testkit/free-port'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestGateway, startTestGateway } from '../testing/start-test-gateway.ts'
import { startRouteReports } from './report-routes.ts'
import { createRouteHealth } from './route-health.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const alias = 'svc/chat-default'
const chat = () =>
  gateway.post('/chat/completions', { model: alias, messages: [{ role: 'user', content: 'Hello' }] })

async function readRoute() {
  const { id } = await gateway.database
    .selectFrom('model_routes')
    .select('id')
    .where('alias', '=', alias)
    .executeTakeFirstOrThrow()
  // Redis may not be connected yet.
  const states = await createReadRouteStates(gateway.resources)().catch(() => [])
  return states.find(({ routeId }) => routeId === id)
}

test('a gateway reports each route with its breaker, calls, failures and duration', async () => {
  await waitUntil(async () => (await readRoute()) !== undefined, {
    withinMs: 30_000,
    what: 'the gateway has reported its routes',
  })
  expect(await readRoute()).toMatchObject({ replica: nameReplica(), state: 'closed', calls: 0, p95Ms: null })
  expect((await chat()).status).toBe(200)
  for (let count = 0; count < 5; count += 1) {
    gateway.sim.planNext({ fault: { kind: 'status', status: 500 } })
    expect((await chat()).status).toBe(503)
  }
  await waitUntil(async () => (await readRoute())?.state === 'open', {
    withinMs: 30_000,
    what: 'the open breaker is reported',
  })
  const route = await readRoute()
  expect(route).toMatchObject({ calls: 6, failures: 5 })
  expect(route?.p95Ms).toBeGreaterThan(0)
  expect(route?.openUntil?.getTime()).toBeGreaterThan(Date.now())
})

test('without Redis nothing is thrown, and the next report follows', async () => {
  const clock = createFakeClock()
  const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
  const url = new Secret(`redis://127.0.0.1:${await findFreePort()}`)
  const redis = createRedis({ url, connectionName: 'test', logger })
  let reads = 0
  const reports = startRouteReports({
    clock,
    redis,
    replica: 'one',
    listRouteIds() {
      reads += 1
      return ['a']
    },
    health: createRouteHealth({ clock, logger }),
  })
  // A command fails after a while on the real clock, so one step of the fake clock may not be enough.
  const isRepeated = async () => {
    await clock.advance(5_000)
    return reads > 2
  }
  await waitUntil(isRepeated, { withinMs: 30_000, what: 'the reports go on' })
  expect(reads).toBeGreaterThan(2)
  await reports.close()
  redis.disconnect()
})
