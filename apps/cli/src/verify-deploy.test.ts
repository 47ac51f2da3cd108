import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { type HealthAnswer, verifyDeploy } from './verify-deploy.ts'

const down: HealthAnswer = { kind: 'unreachable', detail: 'connection refused' }
const healthy: HealthAnswer = { kind: 'healthy' }

async function run(answers: (attempt: number) => HealthAnswer, answerMs = 0) {
  const clock = createFakeClock()
  const startedMs = clock.monotonicMs()
  const askedAtMs: number[] = []
  const outcome = verifyDeploy({
    clock,
    async askHealth(limitMs) {
      askedAtMs.push(clock.monotonicMs() - startedMs)
      if (answerMs > 0)
        await new Promise<void>((resolve) => clock.after(Math.min(answerMs, limitMs), resolve))
      return answers(askedAtMs.length)
    },
    onAttempt: () => undefined,
    stopRequested: new AbortController().signal,
  })
  await clock.advance(120_000)
  return { ...(await outcome), askedAtMs }
}

test('a service that never answers is asked 20 times, 3 s apart, within 60 s', async () => {
  const { isHealthy, askedAtMs, tookMs } = await run(() => down)
  expect(isHealthy).toBe(false)
  expect(askedAtMs).toEqual(Array.from({ length: 20 }, (_, index) => index * 3_000))
  expect(tookMs).toBeLessThanOrEqual(60_000)
})

test('attempts that hang do not make it longer', async () => {
  const { askedAtMs, tookMs } = await run(() => down, 10_000)
  expect(askedAtMs).toHaveLength(20)
  expect(tookMs).toBeLessThanOrEqual(60_000)
})

test('the first healthy answer ends it', async () => {
  const { isHealthy, askedAtMs } = await run((attempt) => (attempt === 3 ? healthy : down))
  expect(isHealthy).toBe(true)
  expect(askedAtMs).toEqual([0, 3_000, 6_000])
})

test('a request to stop ends the wait between two attempts', async () => {
  const controller = new AbortController()
  const clock = createFakeClock()
  const outcome = verifyDeploy({
    clock,
    askHealth: async () => down,
    onAttempt: () => undefined,
    stopRequested: controller.signal,
  })
  await clock.advance(1_000)
  controller.abort()
  await clock.advance(0)
  expect(clock.pendingTimers).toBe(0)
  await expect(outcome).resolves.toMatchObject({ isHealthy: false, tookMs: 1_000 })
})
