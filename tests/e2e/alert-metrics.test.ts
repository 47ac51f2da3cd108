import { testEventSecrets, testJwtSecrets } from '@gatehouse/testkit/seed-backend'
import { testKeyPeppers } from '@gatehouse/testkit/seed-gateway'
import { startServiceProcess } from '@gatehouse/testkit/start-service-process'
import { testInternalCaller, testPaymentSettings } from '@gatehouse/testkit/test-settings'
import { testDatabase, testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { expect, test } from 'vitest'
import { exportedNames, readAlertMetrics } from '../proofs/platform/upkeep/alert-metrics.ts'

test('every metric named in a runbook or its alerts is exported by the running platform', async () => {
  await using scope = new AsyncDisposableStack()
  const environment = {
    PORT: '0',
    DATABASE_URL: scope.use(await testDatabase()).url,
    REDIS_URL: testRedisUrl(),
    KEY_PEPPERS: testKeyPeppers,
    JWT_SECRETS: testJwtSecrets,
    EVENT_SECRETS: testEventSecrets,
    ...testPaymentSettings,
    ...testInternalCaller.settings,
    // No gateway listens there: a service exports the metrics of its gateway client even if it never reaches the
    // gateway.
    GATEWAY_URL: 'http://127.0.0.1:9/llm/v1',
    GATEWAY_SERVICE_KEY: 'svc_live_none',
  }
  const exported = new Set<string>()
  for (const app of ['gateway', 'backend', 'ai-service']) {
    const { url } = scope.use(await startServiceProcess({ entry: `apps/${app}/src/main.ts`, environment }))
    for (const name of exportedNames(await (await fetch(`${url}/metrics`)).text())) exported.add(name)
  }
  const named = await readAlertMetrics()
  expect(named.size).toBeGreaterThan(10)
  const missing = [...named].filter(([name]) => !exported.has(name))
  expect(missing).toEqual([])
})
