import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import type { CheckResult } from '../../dependency-checks.ts'
import { healthRoute } from './route.ts'

const healthy: CheckResult = { status: 'healthy', latencyMs: 0.4 }
const unhealthy: CheckResult = { status: 'unhealthy', latencyMs: 600 }

async function askHealth(database: CheckResult, cache: CheckResult) {
  await using http = await startTestHttp([
    healthRoute({ checks: { run: async () => ({ database, cache }) } }),
  ])
  const response = await fetch(`${http.url}/health`)
  return { status: response.status, body: await response.json() }
}

test('200: healthy when both dependencies respond', async () => {
  await expect(askHealth(healthy, healthy)).resolves.toEqual({
    status: 200,
    body: {
      status: 'healthy',
      checks: {
        database: { status: 'healthy', latency_ms: 0.4 },
        cache: { status: 'healthy', latency_ms: 0.4 },
      },
    },
  })
})

test.each([
  [unhealthy, healthy],
  [healthy, unhealthy],
])('200: degraded when one dependency does not respond', async (database, cache) => {
  await expect(askHealth(database, cache)).resolves.toMatchObject({
    status: 200,
    body: { status: 'degraded' },
  })
})
