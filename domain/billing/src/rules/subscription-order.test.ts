import { expect, test } from 'vitest'
import { compareSubscriptionStates, deactivatedRank, rankOfSubscriptionEvent } from './subscription-order.ts'

const at = (seconds: number, type: string, status: 'INCOMPLETE' | 'ACTIVE' | 'CANCELED' = 'ACTIVE') => ({
  createdAt: new Date(seconds * 1_000),
  rank: rankOfSubscriptionEvent(`customer.subscription.${type}`),
  status,
})

test.each([
  ['a later update', at(1, 'updated'), at(2, 'updated'), 'newer'],
  ['an earlier update', at(2, 'updated'), at(1, 'updated'), 'older'],
  ['an update in the second of its creation', at(1, 'created'), at(1, 'updated'), 'same second'],
  ['the creation after an update in the same second', at(1, 'updated'), at(1, 'created'), 'older'],
  ['two updates in the same second', at(1, 'updated'), at(1, 'updated'), 'same second'],
  ['a late update of an ended subscription', at(5, 'deleted', 'CANCELED'), at(9, 'updated'), 'older'],
  ['a cancellation, although an update is later', at(9, 'updated'), at(5, 'deleted', 'CANCELED'), 'newer'],
] as const)('%s', (_what, stored, incoming, expected) => {
  expect(compareSubscriptionStates(stored, incoming)).toBe(expected)
})

test('a later event revives a subscription that an operator deactivated, an earlier one does not', () => {
  const ended = { createdAt: new Date(5_000), rank: deactivatedRank, status: 'CANCELED' } as const
  expect(compareSubscriptionStates(ended, at(4, 'updated'))).toBe('older')
  expect(compareSubscriptionStates(ended, at(6, 'updated'))).toBe('newer')
})
