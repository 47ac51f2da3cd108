import type { User } from '@gatehouse/identity/users'
import { findFreePort } from '@gatehouse/testkit/free-port'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addAliases } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedRouteState } from '../../../../testing/authz/seeds/seed-monitoring.ts'
import { codesOf } from '../../../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../../../testing/start-test-backend.ts'

let backend: TestBackend
let superAdmin: User
let routeId: string

beforeAll(async () => {
  backend = await startTestBackend()
  superAdmin = await addUser(backend.database, { isSuperAdmin: true })
  await addAliases(backend.database, 'http://127.0.0.1:9/v1')
  const { database, resources } = backend
  await waitUntil(() => resources.redis.status === 'ready', { withinMs: 30_000, what: 'Redis is connected' })
  for (const replica of ['gateway-1', 'gateway-2'])
    routeId = await seedRouteState({ database, redis: resources.redis }, replica)
})
afterAll(() => backend[Symbol.asyncDispose]())

const states = '{ routeStates { replica routeId state openUntil calls5m failures5m p95 } }'
const attention = '{ adminAttention { kind text subjectKind subjectId } }'

test('super admins see each route at each gateway', async () => {
  const { data } = await backend.ask(states, { user: superAdmin })
  const figures = { calls5m: 7, failures5m: 5, p95: 812.5 }
  const open = { routeId, state: 'OPEN', openUntil: '2026-01-31T12:00:00.000Z', ...figures }
  expect(data).toEqual({
    routeStates: [
      { replica: 'gateway-1', ...open },
      { replica: 'gateway-2', ...open },
    ],
  })
})

test('an open route needs attention, once for all gateways', async () => {
  const { data } = await backend.ask(attention, { user: superAdmin })
  expect(data).toEqual({
    adminAttention: [
      {
        kind: 'ROUTE_OPEN',
        text: expect.stringMatching(
          /^The circuit breaker of the route svc\/chat-default \(.+\) is not closed at 2 gateways/,
        ) as string,
        subjectKind: 'route',
        subjectId: routeId,
      },
    ],
  })
})

test('without Redis, routeStates is null with an error that says what to do, and the rest is answered', async () => {
  await using deaf = await startTestBackend({ REDIS_URL: `redis://127.0.0.1:${await findFreePort()}` })
  const user = await addUser(deaf.database, { isSuperAdmin: true })
  const answer = await deaf.ask(`{ routeStates { state } ${attention.slice(1, -1)} }`, { user })
  expect(codesOf(answer)).toEqual(['UNAVAILABLE'])
  expect(answer.errors?.[0]?.message).toContain('Check Redis')
  expect(answer.data).toMatchObject({ routeStates: null, adminAttention: [{ kind: 'ROUTES_UNKNOWN' }] })
})
