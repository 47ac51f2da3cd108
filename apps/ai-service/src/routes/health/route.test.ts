import { expect, test } from 'vitest'
import { callRoute } from '../../testing/call-route.ts'
import { healthRoute } from './route.ts'

test.each(['/health', '/health/live'] as const)('200: %s is healthy while the process runs', async (path) => {
  const answer = await callRoute(healthRoute(path), { headers: {} })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ status: 'healthy' })
})
