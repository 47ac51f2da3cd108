import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { healthRoute } from './route.ts'

test('healthy while the process lives', async () => {
  await using http = await startTestHttp([healthRoute()])
  const response = await fetch(`${http.url}/health`)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ status: 'healthy' })
})
