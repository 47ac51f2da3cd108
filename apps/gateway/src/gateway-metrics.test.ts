import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { expect, test } from 'vitest'
import { createGatewayMetrics } from './gateway-metrics.ts'

test('the count of impossible usage is shown as 0 before its first, which an alert could not see otherwise', async () => {
  const metrics = createMetrics('gateway')
  const { observeCall } = createGatewayMetrics(metrics, { openCalls: () => 0, heldBytes: () => 0 })
  const call = { operation: 'chat', alias: 'svc/a', tookMs: 1, firstByteMs: 1, addedMs: 1 }
  const usage = { promptTokens: 1, completionTokens: 1, cachedTokens: 0 }
  const count = async () =>
    /gatehouse_calls_total\{.*end="usage_impossible".*\} (\d+)/.exec(await metrics.metrics())?.[1]
  observeCall({ ...call, end: { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros: 1n } })
  expect(await count()).toBe('0')
  observeCall({ ...call, end: { kind: 'parked', reason: 'usage_impossible', usage } })
  expect(await count()).toBe('1')
})
