import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { asCaller, callers, unreachable } from '../../testing/internal-caller.ts'
import { generatorMetricsRoute } from './route.ts'

const deps = {
  callers,
  store: { readSnapshot: unreachable, readRecentWork: unreachable },
  generator: { counts: () => ({ processed: 0, errors: 0 }) },
  breaker: () => 'CLOSED' as const,
}

test('503 while the database cannot be reached', async () => {
  await using http = await startTestHttp([generatorMetricsRoute(deps)])
  const response = await fetch(`${http.url}/api/v1/background-tasks/match-score-generator/metrics`, {
    ...asCaller,
  })
  expect(response.status).toBe(503)
})
