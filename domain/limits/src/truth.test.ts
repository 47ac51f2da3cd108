import { expect, test } from 'vitest'
import { type TruthWithHeld, refusalByTruth, usableForMs } from './truth.ts'

const healthy: TruthWithHeld = {
  balanceMicros: 10n,
  version: 1n,
  isFrozen: false,
  isPostpaid: false,
  overdueInMs: null,
  validForMs: null,
  closedCallIds: [],
  holds: [],
  heldMicros: 9n,
}

test.each<[string, Partial<TruthWithHeld>, unknown]>([
  ['one micro-credit is enough', {}, undefined],
  [
    'holds can take up the last of it',
    { heldMicros: 10n },
    { kind: 'insufficient_credits', balanceMicros: 10n, heldMicros: 10n },
  ],
  ['a postpaid company has no credits to lack', { isPostpaid: true, balanceMicros: -10n }, undefined],
  ['an invoice that will be overdue forbids nothing yet', { overdueInMs: 1 }, undefined],
  [
    'an overdue invoice comes before a lack of credits',
    { overdueInMs: 0, balanceMicros: 0n },
    { kind: 'overdue' },
  ],
  ['overdue comes before frozen', { overdueInMs: -1, isFrozen: true }, { kind: 'overdue' }],
  ['frozen comes before a lack of credits', { isFrozen: true, balanceMicros: 0n }, { kind: 'frozen' }],
  ['postpaid companies get overdue too', { isPostpaid: true, overdueInMs: -5 }, { kind: 'overdue' }],
])('%s', (_, changes, refusal) => {
  expect(refusalByTruth({ ...healthy, ...changes })).toEqual(refusal)
})

test.each<[Partial<TruthWithHeld>, number]>([
  [{}, 10_000],
  [{ overdueInMs: 400 }, 400],
  [{ overdueInMs: -400 }, 0],
  [{ validForMs: 70.9 }, 70],
  [{ validForMs: 70, overdueInMs: 30 }, 30],
  [{ isFrozen: true }, 0],
])('%j may be relied on for %i ms', (changes, ms) => {
  expect(usableForMs({ ...healthy, ...changes }, 10_000)).toBe(ms)
})
