import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createDependencyChecks } from './dependency-checks.ts'

test('a dependency that does not answer is unhealthy within 600 ms', async () => {
  const clock = createFakeClock()
  const checks = createDependencyChecks(clock, {
    database: () => new Promise<never>(() => undefined),
    cache: async () => 'PONG',
  })
  const result = checks.run()
  await clock.advance(600)
  await expect(result).resolves.toEqual({
    database: { status: 'unhealthy', latencyMs: 600 },
    cache: { status: 'healthy', latencyMs: 0 },
  })
})

test('many who ask at once cause one question', async () => {
  const clock = createFakeClock()
  let asked = 0
  const checks = createDependencyChecks(clock, {
    database: async () => {
      asked += 1
    },
  })
  await Promise.all(Array.from({ length: 1_000 }, () => checks.run()))
  expect(asked).toBe(1)
  await clock.advance(251)
  await checks.run()
  expect(asked).toBe(2)
})
