import { expect, test } from 'vitest'
import { createRouteCapabilities } from './route-capabilities.ts'

test('a refused form is tried again after ten minutes', () => {
  let nowMs = 0
  const capabilities = createRouteCapabilities(() => nowMs)
  const route = { id: 'route', supportsJsonSchema: true }
  expect(capabilities.learn(route, capabilities.of(route), 'response_format is not supported')).toBe(true)
  nowMs = 599_999
  expect(capabilities.of(route).mode).toBe('tool')
  nowMs = 600_000
  expect(capabilities.of(route).mode).toBe('json_schema')
})
