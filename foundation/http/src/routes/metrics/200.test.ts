import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { expect, test } from 'vitest'
import { metricsRoute } from './route.ts'

test('metrics in the Prometheus text format, labelled with the service', async () => {
  await using http = await startTestHttp([
    metricsRoute({ metrics: createMetrics('gateway'), isForThisMachineOnly: true }),
  ])
  const response = await fetch(`${http.url}/metrics`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(await response.text()).toMatch(/^process_resident_memory_bytes\{service="gateway"\} \d+$/m)
})

test('a separate listener serves metrics to every client that can reach it', async () => {
  const route = metricsRoute({ metrics: createMetrics('gateway'), isForThisMachineOnly: false })
  await using http = await startTestHttp([route])
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  expect((await fetch(`${http.url}/metrics`, { headers })).status).toBe(200)
})
