import { expect, test } from 'vitest'
import { createRouteHabits } from './route-habits.ts'

test('what a route refused is tried again after ten minutes', () => {
  let nowMs = 0
  const habits = createRouteHabits(() => nowMs)
  const route = { id: 'route', supportsJsonSchema: true }
  expect(habits.learn(route, habits.of(route), 'response_format is not supported')).toBe(true)
  nowMs = 599_999
  expect(habits.of(route).mode).toBe('tool')
  nowMs = 600_000
  expect(habits.of(route).mode).toBe('json_schema')
})
