import { createOperationRecorder } from '@gatehouse/operations/create-operation-recorder'
import { readOperations } from '@gatehouse/operations/operation-counts'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { expect, test } from 'vitest'
import { callRoute } from '../../../testing/call-route.ts'
import { callerWithout, callers, unknownSecret, unreachable } from '../../../testing/internal-caller.ts'
import { operationsRoute } from './route.ts'

const deps = { callers, readOperations: unreachable }
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
const number = expect.any(Number) as number
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string

test('200: the operations of all replicas in the last hour and day, by kind and outcome', async () => {
  await using open = await openTestDatabase()
  const { postgres } = open
  const replicas = [1, 2].map(() => createOperationRecorder({ postgres, clock: createFakeClock(), logger }))
  for (const replica of replicas) {
    replica.record({ kind: 'send-mail', outcome: 'done', tookMs: 40 })
    replica.record({ kind: 'send-mail', outcome: 'retried', tookMs: 9_000 })
    replica.record({ kind: 'match-batch', outcome: 'given-up', tookMs: 10 })
    await replica.close()
  }
  const answer = await callRoute(operationsRoute({ callers, readOperations: () => readOperations(postgres) }))
  expect(answer.status).toBe(200)
  const window = {
    from: time,
    total: 6,
    operations: [
      {
        kind: 'match-batch',
        total: 2,
        outcomes: { 'given-up': 2 },
        p50_ms: null,
        p95_ms: null,
        last_at: time,
      },
      {
        kind: 'send-mail',
        total: 4,
        outcomes: { done: 2, retried: 2 },
        p50_ms: number,
        p95_ms: number,
        last_at: time,
      },
    ],
  }
  expect(answer.body).toEqual({ as_of: time, last_1h: window, last_24h: window })
})

test('200: without operations the windows are empty', async () => {
  await using open = await openTestDatabase()
  const route = operationsRoute({ callers, readOperations: () => readOperations(open.postgres) })
  const empty = { total: 0, operations: [] }
  expect(await callRoute(route)).toMatchObject({ status: 200, body: { last_1h: empty, last_24h: empty } })
})

test.each([
  { status: 401, who: 'a caller without a secret', callers, headers: {}, code: 'internal.caller_unknown' },
  { status: 401, who: 'an unknown secret', callers, headers: unknownSecret, code: 'internal.caller_unknown' },
  {
    status: 403,
    who: 'a caller without the right monitoring',
    ...callerWithout('monitoring'),
    code: 'internal.right_missing',
  },
])('$status: $who is refused, and nothing is read', async ({ status, callers: known, headers, code }) => {
  const answer = await callRoute(operationsRoute({ ...deps, callers: known }), { headers })
  expect(answer).toMatchObject({ status, body: { code } })
  expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
})

test('503: the database cannot be reached', async () => {
  expect(await callRoute(operationsRoute(deps))).toMatchObject({ status: 503 })
})
