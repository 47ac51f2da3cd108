import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { callerWithout, unreachable } from '../../testing/internal-caller.ts'
import { generatorMetricsRoute } from './route.ts'

const { callers, headers } = callerWithout('generator')
const deps = {
  callers,
  store: { readSnapshot: unreachable, readRecentWork: unreachable },
  generator: { counts: () => ({ processed: 0, errors: 0 }) },
  breaker: () => 'CLOSED' as const,
}

test('403 for a caller without the right generator, and the store is not asked', async () => {
  await using http = await startTestHttp([generatorMetricsRoute(deps)])
  const response = await fetch(`${http.url}/api/v1/background-tasks/match-score-generator/metrics`, {
    headers,
  })
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ code: 'internal.right_missing' })
})
