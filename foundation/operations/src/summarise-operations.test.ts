import { expect, test } from 'vitest'
import { stepOf } from './duration-step.ts'
import { summariseOperations } from './summarise-operations.ts'

const count = (kind: string, outcome: string, tookMs: number, times: number) => ({
  kind,
  outcome,
  durationStep: stepOf(tookMs),
  times,
  lastAt: new Date(1_000 + times),
})

test('counts are grouped by outcome, and percentiles cover completed operations', () => {
  const [mails, parses] = summariseOperations([
    count('send-mail', 'retried', 60_000, 7),
    count('parse-cv', 'done', 100, 94),
    count('parse-cv', 'done', 5_000, 6),
    count('parse-cv', 'buried', 1, 400),
    count('send-mail', 'retried', 90_000, 1),
  ]).toSorted((a, b) => (a.kind > b.kind ? -1 : 1))
  expect(mails).toEqual({
    kind: 'send-mail',
    total: 8,
    outcomes: { retried: 8 },
    p50Ms: null,
    p95Ms: null,
    lastAt: new Date(1_007),
  })
  expect(parses).toMatchObject({ total: 500, outcomes: { done: 100, buried: 400 } })
  expect(parses?.p50Ms).toBeGreaterThan(90)
  expect(parses?.p50Ms).toBeLessThan(110)
  expect(parses?.p95Ms).toBeGreaterThan(4_500)
  expect(parses?.p95Ms).toBeLessThan(5_500)
})

test('no counts give no summaries', () => {
  expect(summariseOperations([])).toEqual([])
})
