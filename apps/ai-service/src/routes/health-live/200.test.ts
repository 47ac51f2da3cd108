import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { healthLiveRoute } from './route.ts'

test('always 200 while the process runs', async () => {
  await using http = await startTestHttp([healthLiveRoute()])
  const response = await fetch(`${http.url}/health/live`)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ status: 'healthy' })
})
