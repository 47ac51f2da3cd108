import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { healthzRoute } from './route.ts'

test('200: plain ok while the process is serving', async () => {
  await using http = await startTestHttp([healthzRoute({ isDraining: () => false })])
  const response = await fetch(`${http.url}/healthz`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await response.text()).toBe('ok')
})

test('503: draining, so that the load balancer sends traffic elsewhere', async () => {
  await using http = await startTestHttp([healthzRoute({ isDraining: () => true })])
  const response = await fetch(`${http.url}/healthz`)
  expect(response.status).toBe(503)
  expect(await response.text()).toBe('draining')
})
