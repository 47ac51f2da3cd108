import { expect, test } from 'vitest'
import type { Purchase } from '../billing-data.ts'
import type { BillingResult } from '../billing.generated.ts'
import { outcomeOf } from './checkout-outcome.ts'

const pending: Purchase = {
  id: 'p',
  packId: 'k',
  status: 'PENDING',
  credits: '100.000000',
  price: 25,
  currency: 'eur',
  isPaymentProcessing: false,
  completedAt: null,
  createdAt: '2026-11-17T09:00:00.000Z',
}
const completed: Purchase = { ...pending, status: 'COMPLETED', completedAt: '2026-11-17T09:00:04.000Z' }
const active = { isActive: true, planId: 'n' } as BillingResult['subscription']

function outcome(
  search: Parameters<typeof outcomeOf>[0],
  purchases: readonly Purchase[],
  subscription: BillingResult['subscription'] = null,
) {
  return outcomeOf(search, {
    purchases: { nodes: purchases, endCursor: null, hasNextPage: false },
    subscription,
  }).kind
}

const done = { checkout: 'done', reference: 'p' } as const
const left = { checkout: 'left', reference: 'p' } as const

test.each([
  ['none', {}, [completed], null],
  ['waiting', done, [pending], null],
  ['processing', done, [{ ...pending, isPaymentProcessing: true }], null],
  ['credited', done, [completed], null],
  ['credited', done, [{ ...completed, status: 'REFUNDED' }], null],
  ['failed', done, [{ ...pending, status: 'FAILED' }], null],
  ['failed', done, [{ ...pending, status: 'EXPIRED' }], null],
  ['left', left, [pending], null],
  ['left', left, [], null],
  ['processing', left, [{ ...pending, isPaymentProcessing: true }], null],
  ['credited', left, [completed], null],
  ['waitingForPlan', done, [], null],
  ['planActive', done, [], active],
] as const)('%s', (expected, search, purchases, subscription) => {
  expect(outcome(search, purchases, subscription)).toBe(expected)
})
