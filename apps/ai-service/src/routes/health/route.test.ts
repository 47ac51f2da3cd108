import { expect, test } from 'vitest'
import { callRoute } from '../../testing/call-route.ts'
import { healthRoute } from './route.ts'

test('200: healthy while the process is alive', async () => {
  const answer = await callRoute(healthRoute(), { headers: {} })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ status: 'healthy' })
})
