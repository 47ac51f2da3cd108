import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SlidingWindow } from './sliding-window.ts'

const windowMs = 60_000
const bucketMs = windowMs / 600

const step = fc.record({
  waitMs: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 400 }) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 20_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 55_000, max: 130_000 }) },
  ),
  tokens: fc.integer({ min: 0, max: 300 }),
  // Replaces the token estimate of an earlier call by its actual count; `back` says how many calls ago.
  correction: fc.option(fc.record({ back: fc.nat(20), tokens: fc.integer({ min: 0, max: 300 }) })),
})

type Logged = { atMs: number; tokens: number; bucket: number }

test('it admits nothing that an exact log refuses, and refuses nothing that the log would admit one bucket later', () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 200 }),
      fc.record({ requests: fc.integer({ min: 1, max: 40 }), tokens: fc.integer({ min: 300, max: 4_000 }) }),
      fc.integer({ min: 0, max: 1_000_000_000 }),
      (steps, limits, startMs) => {
        const window = new SlidingWindow(windowMs)
        const log: Logged[] = []
        let nowMs = startMs
        for (const { waitMs, tokens, correction } of steps) {
          nowMs += waitMs
          const exact = countSince(log, nowMs - windowMs)
          const safe = countSince(log, nowMs - windowMs - bucketMs)
          const answer = window.take(nowMs, tokens, limits)
          if (answer.refusedBy === undefined) {
            expect(exact.requests + 1).toBeLessThanOrEqual(limits.requests)
            expect(exact.tokens + tokens).toBeLessThanOrEqual(limits.tokens)
            log.push({ atMs: nowMs, tokens, bucket: answer.bucket })
          } else {
            const isFull = safe.requests + 1 > limits.requests || safe.tokens + tokens > limits.tokens
            expect(isFull).toBe(true)
            expect(answer.retryAfterMs).toBeGreaterThan(0)
            expect(answer.retryAfterMs).toBeLessThanOrEqual(windowMs + bucketMs)
          }
          if (correction) correct(window, log, correction)
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('after the reported wait, the same call is admitted', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ waitMs: fc.nat(3_000), tokens: fc.integer({ min: 0, max: 300 }) }), {
        maxLength: 100,
      }),
      (steps) => {
        const window = new SlidingWindow(windowMs)
        const limits = { requests: 10, tokens: 1_000 }
        let nowMs = 123_456
        for (const { waitMs, tokens } of steps) {
          nowMs += waitMs
          const answer = window.take(nowMs, tokens, limits)
          if (answer.refusedBy === undefined) continue
          // After the wait, the call may be refused again, but only because of the other limit.
          nowMs += answer.retryAfterMs
          const again = window.take(nowMs, tokens, limits)
          expect(again.refusedBy).not.toBe(answer.refusedBy)
        }
      },
    ),
  )
})

function countSince(log: readonly Logged[], sinceMs: number): { requests: number; tokens: number } {
  const counted = log.filter(({ atMs }) => atMs > sinceMs)
  return { requests: counted.length, tokens: counted.reduce((sum, { tokens }) => sum + tokens, 0) }
}

function correct(
  window: SlidingWindow,
  log: Logged[],
  { back, tokens }: { back: number; tokens: number },
): void {
  const entry = log.at(-1 - back)
  if (!entry) return
  window.correct(entry.bucket, { requests: 0, tokens: tokens - entry.tokens })
  entry.tokens = tokens
}
