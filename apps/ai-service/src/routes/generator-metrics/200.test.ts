import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { asCaller, callers } from '../../testing/internal-caller.ts'
import { openGenerator } from '../../testing/open-generator.ts'
import { generatorMetricsRoute } from './route.ts'

const ask = async (url: string) => {
  const response = await fetch(`${url}/api/v1/background-tasks/match-score-generator/metrics`, asCaller)
  expect(response.status).toBe(200)
  return (await response.json()) as Record<string, unknown>
}

test('every documented field, before anything was done', async () => {
  await using open = await openGenerator()
  const generator = { counts: () => ({ processed: 0, errors: 0 }) }
  const deps = { callers, store: open.store, generator, breaker: () => 'HALF-OPEN' as const }
  await using http = await startTestHttp([generatorMetricsRoute(deps)])
  expect(await ask(http.url)).toEqual({
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

test('the totals are of this process, the rest of all replicas in five minutes', async () => {
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
    failedIds: [],
  }
  if (claimed.kind === 'claimed') await open.store.finish(claimed.batch, result, 600)
  const generator = { counts: () => ({ processed: 7, errors: 2 }) }
  const deps = { callers, store: open.store, generator, breaker: () => 'CLOSED' as const }
  await using http = await startTestHttp([generatorMetricsRoute(deps)])
  const metrics = await ask(http.url)
  expect(metrics).toMatchObject({
    total_processed: 7,
    total_errors: 2,
    avg_processing_time_ms: 2,
    queue_depth: 0,
    throughput_per_minute: 60,
    processing_rate: 1,
    error_rate: 0,
    circuit_breaker_state: 'CLOSED',
  })
  expect(metrics['last_processed_at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})
