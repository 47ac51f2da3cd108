import { sleep } from '@gatehouse/runtime/clock'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createDependencyChecks } from './dependency-checks.ts'

test('a dependency that does not respond is unhealthy within 600 ms', async () => {
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

test('concurrent callers share one check', async () => {
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

test('an unresponsive dependency is checked once, and every caller gets the result within 600 ms', async () => {
  const clock = createFakeClock()
  const question = Promise.withResolvers<void>()
  let asked = 0
  const checks = createDependencyChecks(clock, {
    database: () => {
      asked += 1
      return question.promise
    },
  })
  for (let probe = 0; probe < 20; probe += 1) {
    const startedMs = clock.monotonicMs()
    const heard = checks.run().then(({ database }) => ({
      status: database.status,
      tookMs: clock.monotonicMs() - startedMs,
    }))
    await clock.advance(600)
    await expect(heard).resolves.toMatchObject({ status: 'unhealthy' })
    expect((await heard).tookMs).toBeLessThanOrEqual(600)
    await clock.advance(100)
  }
  expect(asked).toBe(1)
  question.resolve()
  await clock.advance(251)
  await expect(checks.run()).resolves.toMatchObject({ database: { status: 'healthy' } })
})

test('callers that arrive while a check is in flight do not start another', async () => {
  const clock = createFakeClock()
  let asked = 0
  const checks = createDependencyChecks(clock, {
    database: async () => {
      asked += 1
      await sleep(clock, 500)
    },
  })
  const first = checks.run()
  await clock.advance(300)
  const second = checks.run()
  await clock.advance(200)
  await expect(first).resolves.toMatchObject({ database: { latencyMs: 500 } })
  await second
  expect(asked).toBe(1)
})
