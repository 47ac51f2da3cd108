import { expect, test } from 'vitest'
import { type SnapshotWithHeld, accountRefusal, usableForMs } from './account-snapshot.ts'

const healthy: SnapshotWithHeld = {
  balanceMicros: 10n,
  version: 1n,
  isFrozen: false,
  isPostpaid: false,
  overdueInMs: null,
  validForMs: null,
  closedCallIds: [],
  holds: [],
  openHolds: [],
  heldMicros: 9n,
}

test.each<[string, Partial<SnapshotWithHeld>, unknown]>([
  ['one micro-credit is enough', {}, undefined],
  [
    'holds can use up the rest of the balance',
    { heldMicros: 10n },
    { kind: 'insufficient_credits', balanceMicros: 10n, heldMicros: 10n },
  ],
  [
    'a postpaid company is not refused for lack of credits',
    { isPostpaid: true, balanceMicros: -10n },
    undefined,
  ],
  ['an invoice that is not overdue yet forbids nothing', { overdueInMs: 1 }, undefined],
  [
    'an overdue invoice takes precedence over a lack of credits',
    { overdueInMs: 0, balanceMicros: 0n },
    { kind: 'overdue' },
  ],
  ['overdue takes precedence over frozen', { overdueInMs: -1, isFrozen: true }, { kind: 'overdue' }],
  [
    'frozen takes precedence over a lack of credits',
    { isFrozen: true, balanceMicros: 0n },
    { kind: 'frozen' },
  ],
  ['postpaid companies can be overdue too', { isPostpaid: true, overdueInMs: -5 }, { kind: 'overdue' }],
])('%s', (_, changes, refusal) => {
  expect(accountRefusal({ ...healthy, ...changes }, {})).toEqual(refusal)
})

test.each<[Partial<SnapshotWithHeld>, number]>([
  [{}, 10_000],
  [{ overdueInMs: 400 }, 400],
  [{ overdueInMs: -400 }, 0],
  [{ validForMs: 70.9 }, 70],
  [{ validForMs: 70, overdueInMs: 30 }, 30],
  [{ isFrozen: true }, 0],
])('%j may be reused for %i ms', (changes, ms) => {
  expect(usableForMs({ ...healthy, ...changes }, 10_000)).toBe(ms)
})
