import { expect, test } from 'vitest'
import { callRoute } from '../../../testing/call-route.ts'
import { healthLiveRoute } from './route.ts'

test('200: healthy while the process is running', async () => {
  const answer = await callRoute(healthLiveRoute(), { headers: {} })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ status: 'healthy' })
})
