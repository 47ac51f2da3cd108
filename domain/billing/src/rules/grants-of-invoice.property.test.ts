import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { InvoiceFact, InvoiceLine } from '../facts/provider-fact.ts'
import { grantsOfInvoice } from './grants-of-invoice.ts'

const day = 86_400_000
const start = new Date(Date.UTC(2026, 0, 1))
const end = new Date(start.getTime() + 30 * day)
const plans = new Map([
  ['small', { creditsMicros: 500_000_000n, trialCreditsMicros: 20_000_000n }],
  ['large', { creditsMicros: 2_000_000_000n, trialCreditsMicros: 0n }],
])

const line = (changes: Partial<InvoiceLine> = {}): InvoiceLine => ({
  isSubscription: true,
  isProration: false,
  subscriptionItemId: 'si_1',
  priceId: 'small',
  unitAmountMinor: 4_000n,
  quantity: 1,
  amountMinor: 4_000n,
  periodStart: start,
  periodEnd: end,
  ...changes,
})

const invoice = (lines: readonly InvoiceLine[], changes: Partial<InvoiceFact> = {}): InvoiceFact => ({
  kind: 'invoice',
  invoiceId: 'in_1',
  status: 'PAID',
  billingReason: 'subscription_cycle',
  subscriptionId: 'sub_1',
  customerId: 'cus_1',
  companyId: null,
  number: null,
  currency: 'eur',
  totalMinor: 4_000n,
  amountDueMinor: 4_000n,
  amountPaidMinor: 4_000n,
  amountRemainingMinor: 0n,
  dueAt: null,
  paidAt: start,
  periodEnd: end,
  attemptCount: 1,
  nextPaymentAttemptAt: null,
  chargeId: null,
  finalizationError: null,
  hostedInvoiceUrl: null,
  invoicePdfUrl: null,
  lines,
  hasMoreLines: false,
  ...changes,
})

const grants = (...args: Parameters<typeof invoice>) => grantsOfInvoice(invoice(...args), plans).grants

test('a paid period grants its plan, times the quantity, until three days after its end', () => {
  expect(grants([line({ quantity: 3 })])).toEqual([
    {
      businessKey: `sub:si_1:${start.getTime() / 1_000}:small`,
      amountMicros: 1_500_000_000n,
      expiresAt: new Date(end.getTime() + 3 * day),
    },
  ])
})

test('a period that is paid long after it is over can still be used for seven days', () => {
  const paidAt = new Date(end.getTime() + 60 * day)
  expect(grants([line()], { paidAt })[0]?.expiresAt).toEqual(new Date(paidAt.getTime() + 7 * day))
})

test('a trial grants what the plan gives for it, once for each subscription', () => {
  const trial = line({ amountMinor: 0n })
  expect(grants([trial], { billingReason: 'subscription_create' })).toMatchObject([
    { businessKey: 'trial:sub_1', amountMicros: 20_000_000n },
  ])
  expect(grants([{ ...trial, priceId: 'large' }])).toEqual([])
})

test.each(['manual', 'subscription_threshold', 'quote_accept', 'upcoming', null])(
  'an invoice because of %s grants nothing, whatever its lines',
  (billingReason) => {
    expect(grants([line()], { billingReason })).toEqual([])
  },
)

test.each(['DRAFT', 'OPEN', 'UNCOLLECTIBLE', 'VOID'] as const)(
  'an invoice that is %s grants nothing',
  (status) => {
    expect(grants([line()], { status })).toEqual([])
  },
)

test('a price that is no plan is told of, and the others are granted', () => {
  const { grants, unknownPriceIds } = grantsOfInvoice(
    invoice([line({ priceId: 'other', subscriptionItemId: 'si_2' }), line()]),
    plans,
  )
  expect(unknownPriceIds).toEqual(['other'])
  expect(grants).toHaveLength(1)
})

test('an upgrade in the middle of a period grants half of what the plans differ by', () => {
  const lines = [
    line({ isSubscription: false, isProration: true, amountMinor: -2_000n }),
    line({
      isSubscription: false,
      isProration: true,
      amountMinor: 6_000n,
      priceId: 'large',
      unitAmountMinor: 12_000n,
    }),
  ]
  expect(grants(lines, { billingReason: 'subscription_update' })).toMatchObject([
    { businessKey: 'upgrade:in_1', amountMicros: 750_000_000n },
  ])
})

test('an upgrade is granted from lines that are invoice items, which is what prorations are', () => {
  const proration = { isSubscription: false, isProration: true }
  const lines = [
    line({ ...proration, amountMinor: -2_000n }),
    line({ ...proration, amountMinor: 6_000n, priceId: 'large', unitAmountMinor: 12_000n }),
  ]
  expect(grants(lines, { billingReason: 'subscription_update' })).toMatchObject([
    { businessKey: 'upgrade:in_1', amountMicros: 750_000_000n },
  ])
  const foreign = line({ ...proration, amountMinor: 2_000n, subscriptionItemId: null })
  expect(grants([foreign], { billingReason: 'subscription_update' })).toEqual([])
})

test('a change to less, and the part of a plan that costs nothing, take nothing back and give nothing', () => {
  const down = [
    line({
      isSubscription: false,
      isProration: true,
      amountMinor: -6_000n,
      priceId: 'large',
      unitAmountMinor: 12_000n,
    }),
    line({ isSubscription: false, isProration: true, amountMinor: 2_000n }),
  ]
  expect(grants(down, { billingReason: 'subscription_update' })).toEqual([])
  expect(
    grants([line({ isSubscription: false, isProration: true, amountMinor: 0n, unitAmountMinor: 0n })]),
  ).toEqual([])
})

test('whatever part of the period is left, an upgrade never grants more than the plans differ by', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000 }), (perMille) => {
      const share = (unit: bigint) => (unit * BigInt(perMille) + 500n) / 1_000n
      const lines = [
        line({ isSubscription: false, isProration: true, amountMinor: -share(4_000n) }),
        line({
          isSubscription: false,
          isProration: true,
          amountMinor: share(12_000n),
          priceId: 'large',
          unitAmountMinor: 12_000n,
        }),
      ]
      const [grant] = grants(lines, { billingReason: 'subscription_update' })
      const expected = (1_500_000_000n * BigInt(perMille)) / 1_000n
      const difference = (grant?.amountMicros ?? 0n) - expected
      // A cent is all that the amounts can tell.
      expect(difference < 200_000n && difference > -200_000n).toBe(true)
    }),
  )
})
