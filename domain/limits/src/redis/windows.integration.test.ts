// Compares the windows in Redis with an exact log of the calls that they admitted, using the timestamps that the
// scripts return. Redis's clock cannot be faked, so the windows are short and real time passes.
import type { RedisClient } from '@gatehouse/redis/redis-client'
import { openTestRedis } from '@gatehouse/testkit/vitest/open-test-redis'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAddressWindows } from './address-windows.ts'
import { loadCompanyScripts } from './company-store.ts'

let redis: RedisClient
beforeAll(() => {
  redis = openTestRedis()
})
afterAll(() => redis.disconnect())

type Logged = { atMs: number; tokens: number; callId: string }

const { admit: admitScript, update: updateScript } = await loadCompanyScripts()

const step = fc.record({
  tokens: fc.integer({ min: 0, max: 40 }),
  pauses: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(60) }),
  correction: fc.option(fc.record({ back: fc.nat(5), tokens: fc.integer({ min: 0, max: 40 }) })),
})

test('it admits nothing that an exact log refuses, and refuses nothing that the log would admit one bucket later', async () => {
  let scenario = 0
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 30, maxLength: 150 }),
    fc.record({
      windowMs: fc.constantFrom(20, 100, 700),
      requests: fc.integer({ min: 2, max: 25 }),
      tokens: fc.integer({ min: 60, max: 400 }),
    }),
    async (steps, limits) => {
      scenario += 1
      expect(await findMistakes(`c-${scenario}`, steps, limits)).toEqual([])
    },
  )
  await fc.assert(property, { numRuns: 40 })
  expect(scenario).toBeGreaterThanOrEqual(40)
})

type Step = { tokens: number; pauses: number; correction: { back: number; tokens: number } | null }
type Limits = { windowMs: number; requests: number; tokens: number }

async function findMistakes(company: string, steps: readonly Step[], limits: Limits): Promise<string[]> {
  const nameOf = (name: string) => `gatehouse:limits:{${company}}:${name}`
  const [account, windows, abandoned] = [nameOf('account'), nameOf('window:'), nameOf('abandoned:')]
  const charges = nameOf('charges')
  const update = (finished: string, balance = '') => {
    const values = [
      balance,
      1,
      balance && 60_000,
      balance && 60_000,
      0,
      finished,
      '',
      '',
      0,
      20,
      100,
      0.1,
      '',
      0,
    ]
    return updateScript.run(redis, [account, windows, abandoned, charges], values)
  }
  await update('', '1000000000')
  const bucketMs = Math.max(1, Math.floor(limits.windowMs / 600))
  const log: Logged[] = []
  const mistakes: string[] = []
  for (const [index, { tokens, pauses, correction }] of steps.entries()) {
    // Each ping takes a little time, so that the window moves on.
    for (let pause = 0; pause < pauses; pause += 1) await redis.ping()
    const callId = `call-${index}`
    const rates = [limits.requests, limits.tokens, limits.windowMs]
    const values = [callId, 1, tokens, 1_000, 'k chat a', ...rates, 0, 0, 'admit', 0, 0, '', '', '']
    const keys = [account, `${windows}k`, `${abandoned}k`, `${abandoned}company`]
    const answer = await admitScript.run(redis, keys, values)
    const [kind, nowMs] = answer as [string, number]
    const isFull = (sinceMs: number) => {
      const counted = countSince(log, sinceMs)
      return counted.requests + 1 > limits.requests || counted.tokens + tokens > limits.tokens
    }
    if (kind === 'admitted' && isFull(nowMs - limits.windowMs)) mistakes.push(`${callId} exceeded the limit`)
    if (kind !== 'admitted' && !isFull(nowMs - limits.windowMs - bucketMs))
      mistakes.push(`${callId} was within the limit`)
    if (kind === 'admitted') log.push({ atMs: nowMs, tokens, callId })
    // A call can be corrected only once, because it finishes only once.
    const finished = correction ? log.at(-1 - correction.back) : undefined
    if (!correction || !finished || finished.callId === '') continue
    await update(`${finished.callId} ${correction.tokens} 0 0`)
    Object.assign(finished, { tokens: correction.tokens, callId: '' })
  }
  return mistakes
}

function countSince(log: readonly Logged[], sinceMs: number): { requests: number; tokens: number } {
  const counted = log.filter(({ atMs }) => atMs > sinceMs)
  return { requests: counted.length, tokens: counted.reduce((sum, { tokens }) => sum + tokens, 0) }
}

test('the window of an address admits its limit and no more, and is empty again once it has passed', async () => {
  const windowMs = 1_500
  const windows = await createAddressWindows({ redis, windowMs })
  const startedMs = performance.now()
  const answers = await Promise.all(Array.from({ length: 900 }, () => windows.admit('203.0.113.9', 600)))
  expect(performance.now() - startedMs).toBeLessThan(windowMs)
  expect(answers.filter(({ kind }) => kind === 'admitted')).toHaveLength(600)
  const waits = answers.map((answer) => (answer.kind === 'refused' ? answer.retryAfterMs : 1))
  expect(Math.min(...waits)).toBeGreaterThan(0)
  expect(Math.max(...waits)).toBeLessThanOrEqual(windowMs + 1)
  let isAdmitted = false
  while (!isAdmitted) isAdmitted = (await windows.admit('203.0.113.9', 600)).kind === 'admitted'
  // Redis counts whole milliseconds.
  expect(performance.now() - startedMs).toBeGreaterThan(windowMs - 1)
})

test('refused requests of an address do not use up its window', async () => {
  const windowMs = 200
  const windows = await createAddressWindows({ redis, windowMs })
  let [admitted, refused] = [0, 0]
  const startedMs = performance.now()
  const passedMs = () => performance.now() - startedMs
  // It takes three windows, and longer if the machine stalls. If refused requests counted, it would never end.
  while (admitted < 40 && passedMs() < 20_000) {
    if ((await windows.admit('2001:db8::/64', 10)).kind === 'admitted') admitted += 1
    else refused += 1
  }
  expect(admitted).toBe(40)
  expect(refused).toBeGreaterThan(0)
  expect(passedMs()).toBeGreaterThan(2.9 * windowMs)
})
