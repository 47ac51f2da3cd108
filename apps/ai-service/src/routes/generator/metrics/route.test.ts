import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { callRoute } from '../../../testing/call-route.ts'
import { callerWithout, callers, unknownSecret, unreachable } from '../../../testing/internal-caller.ts'
import { openGenerator } from '../../../testing/open-generator.ts'
import { type GeneratorMetricsDeps, generatorMetricsRoute } from './route.ts'

const deps: GeneratorMetricsDeps = {
  callers,
  store: { readSnapshot: unreachable, readRecentWork: unreachable },
  generator: { counts: () => ({ processed: 0 }) },
  breaker: () => 'CLOSED',
}

test('200: every documented field is present before any work was done', async () => {
  await using open = await openGenerator()
  const answer = await callRoute(
    generatorMetricsRoute({ ...deps, store: open.store, breaker: () => 'HALF-OPEN' }),
  )
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    total_processed: 0,
    total_errors: 0,
    avg_processing_time_ms: 0,
    queue_depth: 1,
    throughput_per_minute: 0,
    last_processed_at: null,
    processing_rate: 0,
    error_rate: 0,
    circuit_breaker_state: 'HALF-OPEN',
  })
})

test('200: the total of scores covers this process, the other figures cover all replicas over five minutes', async () => {
  await using open = await openGenerator()
  await open.store.start({ kind: 'operator', id: 'test' })
  const claimed = await open.store.claim('another')
  const result = {
    talents: [],
    jobs: [],
    kept: [],
    dropped: [],
    scored: 300,
    judgeCalls: 0,
    unjudgedIds: [],
    failedIds: [randomUUID(), randomUUID(), randomUUID()],
  }
  if (claimed.kind === 'claimed') await open.store.finish(claimed.batch, result, 600)
  const generator = { counts: () => ({ processed: 7 }) }
  const answer = await callRoute(generatorMetricsRoute({ ...deps, store: open.store, generator }))
  expect(answer).toMatchObject({
    status: 200,
    body: {
      total_processed: 7,
      total_errors: 3,
      avg_processing_time_ms: 2,
      queue_depth: 0,
      throughput_per_minute: 60,
      last_processed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      processing_rate: 1,
      error_rate: 0.99,
      circuit_breaker_state: 'CLOSED',
    },
  })
})

test.each([
  { status: 401, who: 'a caller without a secret', callers, headers: {}, code: 'internal.caller_unknown' },
  { status: 401, who: 'an unknown secret', callers, headers: unknownSecret, code: 'internal.caller_unknown' },
  {
    status: 403,
    who: 'a caller without the right generator',
    ...callerWithout('generator'),
    code: 'internal.right_missing',
  },
])(
  '$status: $who is refused, and the store is not read',
  async ({ status, callers: known, headers, code }) => {
    const answer = await callRoute(generatorMetricsRoute({ ...deps, callers: known }), { headers })
    expect(answer).toMatchObject({ status, body: { code } })
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
  },
)

test('503: the database cannot be reached', async () => {
  expect(await callRoute(generatorMetricsRoute(deps))).toMatchObject({ status: 503 })
})
