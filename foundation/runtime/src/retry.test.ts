import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { Fault } from './fault.ts'
import { backoffMs, retry } from './retry.ts'

const policy = { attemptsMax: 4, firstDelayMs: 100, delayMsMax: 300 }
const unavailable = (retryAfterMs?: number) =>
  new Fault({
    kind: 'unavailable',
    code: 'test.down',
    publicMessage: 'down',
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })

test('work is repeated until it succeeds, waiting longer each time', async () => {
  const clock = createFakeClock()
  const startedAtMs: number[] = []
  const result = retry({ clock, random: () => 0.5 }, policy, async (attempt) => {
    startedAtMs.push(clock.monotonicMs())
    if (attempt < 4) throw unavailable()
    return 'done'
  })
  await clock.advance(1_000)
  await expect(result).resolves.toBe('done')
  const first = startedAtMs[0] ?? 0
  expect(startedAtMs.map((ms) => ms - first)).toEqual([0, 50, 150, 300])
})

test('the last fault is thrown when the attempts are used up', async () => {
  const clock = createFakeClock()
  let attempts = 0
  const result = retry({ clock, random: () => 0 }, policy, async () => {
    attempts += 1
    throw unavailable()
  })
  const rejected = expect(result).rejects.toMatchObject({ code: 'test.down' })
  await clock.advance(10)
  await rejected
  expect(attempts).toBe(4)
})

test('a fault that repeating cannot cure is thrown at once', async () => {
  let attempts = 0
  const work = async () => {
    attempts += 1
    throw new Fault({ kind: 'invalid', code: 'test.invalid', publicMessage: 'no' })
  }
  await expect(retry({ clock: createFakeClock(), random: () => 0 }, policy, work)).rejects.toThrow('no')
  expect(attempts).toBe(1)
})

test('a wait that the dependency asked for is kept, and spread like any other', async () => {
  const clock = createFakeClock()
  const startedMs = clock.monotonicMs()
  const startedAtMs: number[] = []
  const result = retry({ clock, random: () => 0.5 }, policy, async (attempt) => {
    startedAtMs.push(clock.monotonicMs() - startedMs)
    if (attempt < 3) throw unavailable(200)
    return 'done'
  })
  await clock.advance(10_000)
  await expect(result).resolves.toBe('done')
  expect(startedAtMs).toEqual([0, 250, 550])
})

test('a dependency that asks for more than our longest wait is not waited for', async () => {
  const clock = createFakeClock()
  let attempts = 0
  const result = retry({ clock, random: () => 0.5 }, policy, async () => {
    attempts += 1
    throw unavailable(policy.delayMsMax + 1)
  })
  await expect(result).rejects.toMatchObject({ code: 'test.down' })
  expect(attempts).toBe(1)
  expect(clock.pendingTimers).toBe(0)
})

test('work whose outcome is unknown is not repeated', async () => {
  let attempts = 0
  const result = retry({ clock: createFakeClock(), random: () => 0 }, policy, async () => {
    attempts += 1
    throw new Fault({
      kind: 'unavailable',
      code: 'test.lost',
      publicMessage: 'lost',
      isOutcomeUnknown: true,
    })
  })
  await expect(result).rejects.toMatchObject({ code: 'test.lost' })
  expect(attempts).toBe(1)
})

test('an abort ends the wait', async () => {
  const clock = createFakeClock()
  const controller = new AbortController()
  const deps = { clock, random: () => 1, signal: controller.signal }
  const result = retry(deps, policy, async () => {
    throw unavailable()
  })
  const rejected = expect(result).rejects.toThrow('stopped')
  await clock.advance(1)
  controller.abort(new Error('stopped'))
  await rejected
  expect(clock.pendingTimers).toBe(0)
})

test('the backoff stays between nothing and its ceiling', () => {
  for (let attempt = 1; attempt <= 60; attempt += 1) {
    expect(backoffMs(policy, attempt, () => 0)).toBe(0)
    expect(backoffMs(policy, attempt, () => 0.999)).toBeLessThan(policy.delayMsMax)
  }
})
