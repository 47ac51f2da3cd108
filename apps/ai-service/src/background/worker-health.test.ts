import type { KindStatus } from '@gatehouse/tasks/kind-loop'
import { expect, test } from 'vitest'
import { workerHealth } from './worker-health.ts'

const statuses = (...states: KindStatus['state'][]) =>
  states.map((state) => ({ state, running: 0, concurrencyMax: 1 }))

test.each([
  [['running', 'running'], 'healthy'],
  [['running', 'waiting'], 'degraded'],
  [['starting'], 'degraded'],
  [['running', 'failing', 'waiting'], 'unhealthy'],
  [['stopped'], 'stopped'],
  [[], 'stopped'],
] as const)('a worker whose kinds are %j is %s', (states, health) => {
  expect(workerHealth(statuses(...states))).toBe(health)
})
