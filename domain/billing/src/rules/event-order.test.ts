import { expect, test } from 'vitest'
import type { InvoiceStatus } from '../facts/provider-fact.ts'
import {
  compareSubscriptionStates,
  deactivatedRank,
  isActiveStatus,
  isClosedInvoice,
  rankOfSubscriptionEvent,
  replacesInvoiceState,
} from './event-order.ts'

const update = (seconds: number, type: string, status: 'INCOMPLETE' | 'ACTIVE' | 'CANCELED' = 'ACTIVE') => ({
  createdAt: new Date(seconds * 1_000),
  rank: rankOfSubscriptionEvent(`customer.subscription.${type}`),
  status,
})

test.each([
  ['a later update', update(1, 'updated'), update(2, 'updated'), 'newer'],
  ['an earlier update', update(2, 'updated'), update(1, 'updated'), 'older'],
  ['an update in the second of its creation', update(1, 'created'), update(1, 'updated'), 'same second'],
  ['the creation after an update in the same second', update(1, 'updated'), update(1, 'created'), 'older'],
  ['two updates in the same second', update(1, 'updated'), update(1, 'updated'), 'same second'],
  ['a late update of an ended subscription', update(5, 'deleted', 'CANCELED'), update(9, 'updated'), 'older'],
  [
    'a cancellation, although an update is later',
    update(9, 'updated'),
    update(5, 'deleted', 'CANCELED'),
    'newer',
  ],
] as const)('%s', (_what, stored, incoming, expected) => {
  expect(compareSubscriptionStates(stored, incoming)).toBe(expected)
})

test('a later event revives a subscription that an operator deactivated, an earlier one does not', () => {
  const ended = { createdAt: new Date(5_000), rank: deactivatedRank, status: 'CANCELED' } as const
  expect(compareSubscriptionStates(ended, update(4, 'updated'))).toBe('older')
  expect(compareSubscriptionStates(ended, update(6, 'updated'))).toBe('newer')
})

const invoice = (status: InvoiceStatus, seconds: number) => ({ status, createdAt: new Date(seconds * 1_000) })

test.each([
  ['finalised', invoice('DRAFT', 5), invoice('OPEN', 1), true],
  ['paid in the second in which it was finalised', invoice('OPEN', 1), invoice('PAID', 1), true],
  ['a failure that arrives after the payment', invoice('PAID', 1), invoice('OPEN', 9), false],
  ['void after paid', invoice('PAID', 1), invoice('VOID', 9), false],
  ['another attempt', invoice('OPEN', 1), invoice('OPEN', 2), true],
  ['a repeat of the same second', invoice('OPEN', 2), invoice('OPEN', 2), true],
  ['an earlier attempt', invoice('OPEN', 2), invoice('OPEN', 1), false],
  ['written off, then paid after all', invoice('UNCOLLECTIBLE', 5), invoice('PAID', 6), true],
])('%s', (_what, stored, incoming, expected) => {
  expect(replacesInvoiceState(stored, incoming)).toBe(expected)
})

test('of the events of one second, creation is the first and deletion the last', () => {
  const ranks = ['created', 'updated', 'trial_will_end', 'deleted'].map((type) =>
    rankOfSubscriptionEvent(`customer.subscription.${type}`),
  )
  expect(ranks).toEqual([0, 1, 2, 3])
})

test.each([
  ['TRIALING', true],
  ['ACTIVE', true],
  ['PAST_DUE', true],
  ['INCOMPLETE', false],
  ['CANCELED', false],
] as const)('a subscription that is %s counts as active: %s', (status, isActive) => {
  expect(isActiveStatus(status)).toBe(isActive)
})

test.each([
  ['DRAFT', false],
  ['OPEN', false],
  ['UNCOLLECTIBLE', false],
  ['PAID', true],
  ['VOID', true],
] as const)('an invoice that is %s is closed: %s', (status, isClosed) => {
  expect(isClosedInvoice(status)).toBe(isClosed)
})
