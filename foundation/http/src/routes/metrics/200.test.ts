import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { expect, test } from 'vitest'
import { metricsRoute } from './route.ts'

test('metrics in the text format of Prometheus, labelled with the service', async () => {
  await using http = await startTestHttp([metricsRoute({ metrics: createMetrics('gateway') })])
  const response = await fetch(`${http.url}/metrics`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(await response.text()).toMatch(/^process_resident_memory_bytes\{service="gateway"\} \d+$/m)
})
