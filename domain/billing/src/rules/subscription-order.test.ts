import { expect, test } from 'vitest'
import { compareSubscriptionNews, deactivatedRank, rankOfSubscriptionEvent } from './subscription-order.ts'

const at = (seconds: number, type: string, status: 'INCOMPLETE' | 'ACTIVE' | 'CANCELED' = 'ACTIVE') => ({
  createdAt: new Date(seconds * 1_000),
  rank: rankOfSubscriptionEvent(`customer.subscription.${type}`),
  status,
})

test.each([
  ['a later update', at(1, 'updated'), at(2, 'updated'), 'newer'],
  ['an earlier update', at(2, 'updated'), at(1, 'updated'), 'older'],
  ['the update of the second of its creation', at(1, 'created'), at(1, 'updated'), 'same second'],
  ['the creation after the update of its second', at(1, 'updated'), at(1, 'created'), 'older'],
  ['two updates of one second', at(1, 'updated'), at(1, 'updated'), 'same second'],
  ['a late update of one that is over', at(5, 'deleted', 'CANCELED'), at(9, 'updated'), 'older'],
  ['the end, although an update is later', at(9, 'updated'), at(5, 'deleted', 'CANCELED'), 'newer'],
] as const)('%s', (_what, stored, incoming, expected) => {
  expect(compareSubscriptionNews(stored, incoming)).toBe(expected)
})

test('one that an operator ended comes back by a later message, and not by an earlier one', () => {
  const ended = { createdAt: new Date(5_000), rank: deactivatedRank, status: 'CANCELED' } as const
  expect(compareSubscriptionNews(ended, at(4, 'updated'))).toBe('older')
  expect(compareSubscriptionNews(ended, at(6, 'updated'))).toBe('newer')
})
