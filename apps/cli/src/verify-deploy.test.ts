import type { Clock } from '@gatehouse/runtime/clock'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { type HealthAnswer, verifyDeploy } from './verify-deploy.ts'

const down: HealthAnswer = { kind: 'unreachable', detail: 'connection refused' }
const healthy: HealthAnswer = { kind: 'healthy' }

type Circumstances = {
  /** Time until a response. */
  answerMs?: number
  /** How late timers fire. A real machine's timers are late too, and its clock returns fractions of a millisecond. */
  lateMs?: number
}

async function run(
  answers: (attempt: number, atMs: number) => HealthAnswer,
  { answerMs = 0, lateMs = 0 }: Circumstances = {},
) {
  const fake = createFakeClock()
  const clock: Clock = { ...fake, after: (delayMs, task) => fake.after(delayMs + lateMs, task) }
  const startedMs = clock.monotonicMs()
  const checkedAtMs: number[] = []
  const limitsMs: number[] = []
  const attempts: number[] = []
  const outcome = verifyDeploy({
    clock,
    async checkHealth(limitMs) {
      checkedAtMs.push(clock.monotonicMs() - startedMs)
      limitsMs.push(limitMs)
      if (answerMs > 0)
        await new Promise<void>((resolve) => clock.after(Math.min(answerMs, limitMs), resolve))
      return answers(checkedAtMs.length, clock.monotonicMs() - startedMs)
    },
    onAttempt: (attempt) => void attempts.push(attempt),
    stopRequested: new AbortController().signal,
  })
  await fake.advance(120_000)
  return { ...(await outcome), checkedAtMs, limitsMs, reported: attempts.length }
}

const twenty = Array.from({ length: 20 }, (_, index) => index * 3_000)

test('a service that never responds is checked 20 times, 3 s apart, for 60 s in total', async () => {
  const { isHealthy, attempts, reported, checkedAtMs, tookMs } = await run(() => down)
  expect(isHealthy).toBe(false)
  expect([attempts, reported]).toEqual([20, 20])
  expect(checkedAtMs.slice(0, 20)).toEqual(twenty)
  expect(tookMs).toBe(60_000)
})

test('attempts that hang do not prolong the check', async () => {
  const { checkedAtMs, tookMs } = await run(() => down, { answerMs: 10_000 })
  expect(checkedAtMs).toEqual(twenty)
  expect(tookMs).toBe(60_000)
})

test.each([0, 10_000])(
  'late timers cost no attempt, and every limit is whole milliseconds (answers after %i ms)',
  async (answerMs) => {
    const { attempts, reported, limitsMs, tookMs } = await run(() => down, { answerMs, lateMs: 1.37 })
    expect([attempts, reported]).toEqual([20, 20])
    expect(limitsMs.every((limitMs) => Number.isInteger(limitMs) && limitMs >= 1)).toBe(true)
    expect(tookMs).toBeGreaterThanOrEqual(59_999)
    expect(tookMs).toBeLessThan(60_010)
  },
)

test.each([54_500, 57_100, 59_600])('a service that comes up after %i ms is found', async (upMs) => {
  const { isHealthy, attempts } = await run((_, atMs) => (atMs >= upMs ? healthy : down), { lateMs: 1.37 })
  expect({ isHealthy, attempts }).toEqual({ isHealthy: true, attempts: 20 })
})

test('the first healthy response ends the check', async () => {
  const { isHealthy, checkedAtMs } = await run((attempt) => (attempt === 3 ? healthy : down))
  expect(isHealthy).toBe(true)
  expect(checkedAtMs).toEqual([0, 3_000, 6_000])
})

test('a request to stop ends the wait between two attempts', async () => {
  const controller = new AbortController()
  const clock = createFakeClock()
  const outcome = verifyDeploy({
    clock,
    checkHealth: async () => down,
    onAttempt: () => undefined,
    stopRequested: controller.signal,
  })
  await clock.advance(1_000)
  controller.abort()
  await clock.advance(0)
  expect(clock.pendingTimers).toBe(0)
  await expect(outcome).resolves.toMatchObject({ isHealthy: false, tookMs: 1_000 })
})
