import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { expect, test } from 'vitest'
import { createProcessSampler } from './process-sampler.ts'

test('the figures cover the last ten seconds, or the time since the start', async () => {
  const clock = createFakeClock()
  const sampler = createProcessSampler(clock)
  await clock.advance(4_000)
  expect(sampler.read().windowSeconds).toBe(4)
  await clock.advance(7_000)
  const sample = sampler.read()
  expect(sample.windowSeconds).toBe(10)
  expect(sample.cpuPercent).toBeGreaterThan(0)
  await clock.advance(10_000)
  expect(sampler.read()).not.toBe(sample)
  sampler.close()
  expect(clock.pendingTimers).toBe(0)
})

test('a blocked event loop is reported', async () => {
  const sampler = createProcessSampler(createFakeClock())
  const isLate = () => {
    const until = performance.now() + 60
    while (performance.now() < until) continue
    return sampler.read().eventLoop.delayMs.max > 20
  }
  await waitUntil(isLate, { withinMs: 20_000, what: 'the delay is reported' })
  const { p50, p99, max } = sampler.read().eventLoop.delayMs
  expect([p50 <= p99, p99 <= max]).toEqual([true, true])
  sampler.close()
})
