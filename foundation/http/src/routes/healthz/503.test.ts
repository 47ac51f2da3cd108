import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { healthzRoute } from './route.ts'

test('503 while draining, so that the load balancer sends traffic elsewhere', async () => {
  await using http = await startTestHttp([healthzRoute({ isDraining: () => true })])
  const response = await fetch(`${http.url}/healthz`)
  expect(response.status).toBe(503)
  expect(await response.text()).toBe('draining')
})
