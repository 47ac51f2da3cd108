import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { InvoiceFact, InvoiceLine } from '../facts/provider-fact.ts'
import { grantsOfInvoice } from './grants-of-invoice.ts'

const day = 86_400_000
const start = new Date(Date.UTC(2026, 0, 1))
const end = new Date(start.getTime() + 30 * day)
const plans = new Map([
  ['small', { id: 'S', creditsMicros: 500_000_000n, trialCreditsMicros: 20_000_000n, interval: 'MONTH' }],
  ['large', { id: 'L', creditsMicros: 2_000_000_000n, trialCreditsMicros: 0n, interval: 'MONTH' }],
  ['free', { id: 'F', creditsMicros: 20_000_000n, trialCreditsMicros: 0n, interval: 'MONTH' }],
  ['free year', { id: 'Y', creditsMicros: 240_000_000n, trialCreditsMicros: 0n, interval: 'YEAR' }],
] as const)

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
  purchaseId: null,
  topUpOffer: null,
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

const read = (...args: Parameters<typeof invoice>) =>
  grantsOfInvoice({ invoice: invoice(...args), plans, companyId: 'company' })
const grants = (...args: Parameters<typeof invoice>) => read(...args).grants

test('a paid period grants its plan, times the quantity, until three days after its end', () => {
  expect(grants([line({ quantity: 3, amountMinor: 12_000n })])).toEqual([
    {
      businessKey: `sub:si_1:${start.getTime() / 1_000}:small:in_1`,
      formerKey: `sub:si_1:${start.getTime() / 1_000}:small`,
      amountMicros: 1_500_000_000n,
      expiresAt: new Date(end.getTime() + 3 * day),
    },
  ])
})

test('a period paid long after its end stays usable for seven days', () => {
  const paidAt = new Date(end.getTime() + 60 * day)
  expect(grants([line()], { paidAt })[0]?.expiresAt).toEqual(new Date(paidAt.getTime() + 7 * day))
})

test('a trial grants the plan’s trial credits, once per company and plan', () => {
  const trial = line({ amountMinor: 0n })
  expect(grants([trial], { billingReason: 'subscription_create' })).toMatchObject([
    { businessKey: 'trial:company:S', formerKey: 'trial:sub_1', amountMicros: 20_000_000n },
  ])
  expect(grants([{ ...trial, priceId: 'large' }])).toEqual([])
})

test('a free plan grants once per company and month or year, whatever the quantity', () => {
  const free = line({ priceId: 'free', unitAmountMinor: 0n, amountMinor: 0n, quantity: 50 })
  expect(grants([free])).toMatchObject([{ businessKey: 'free:company:2026-01', amountMicros: 20_000_000n }])
  expect(grants([{ ...free, priceId: 'free year' }])).toMatchObject([{ businessKey: 'free:company:2026' }])
  expect(read([free])).toMatchObject({ freePeriods: ['2026-01'], planIds: ['F'], trialPlanIds: [] })
})

test.each(['manual', 'subscription_threshold', 'quote_accept', 'upcoming', null])(
  'an invoice with billing reason %s grants nothing, whatever its lines',
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

test('a price without a plan is reported, and the other lines are granted', () => {
  const { grants, unknownPriceIds, planLinesMinor } = read([
    line({ priceId: 'other', subscriptionItemId: 'si_2' }),
    line(),
  ])
  expect(planLinesMinor).toBe(4_000n)
  expect(unknownPriceIds).toEqual(['other'])
  expect(grants).toHaveLength(1)
})

test('an upgrade in the middle of a period grants half of the plans’ difference', () => {
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

test('a change of plans is granted as a whole, once all its prices belong to plans', () => {
  const proration = { isSubscription: false, isProration: true }
  const left = line({ ...proration, amountMinor: -2_000n })
  const next = line({ ...proration, amountMinor: 6_000n, priceId: 'other', unitAmountMinor: 12_000n })
  const period = line({ subscriptionItemId: 'si_2' })
  const early = read([left, next, period], { billingReason: 'subscription_update' })
  expect(early.grants).toMatchObject([{ amountMicros: 500_000_000n }])
  expect(early).toMatchObject({ unknownPriceIds: ['other'], planLinesMinor: 4_000n, planIds: ['S'] })
  const later = read([left, { ...next, priceId: 'large' }, period], { billingReason: 'subscription_update' })
  expect(later.grants).toMatchObject([
    { amountMicros: 500_000_000n },
    { businessKey: 'upgrade:in_1', amountMicros: 750_000_000n },
  ])
  expect(later).toMatchObject({ unknownPriceIds: [], planLinesMinor: 8_000n })
})

test('an upgrade is granted from invoice item lines, the type of prorations', () => {
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

test('a downgrade takes back what an upgrade would have granted, from the period that was left', () => {
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
  const leftPeriod = { subscriptionItemId: 'si_1', priceId: 'large', at: start }
  expect(grants(down, { billingReason: 'subscription_update' })).toMatchObject([
    { businessKey: 'downgrade:in_1', amountMicros: -750_000_000n, leftPeriod },
  ])
})

test('a proration with amount zero grants nothing and takes nothing back', () => {
  const free = { isSubscription: false, isProration: true, amountMinor: 0n, unitAmountMinor: 0n }
  expect(grants([line(free)])).toEqual([])
})

test('credited time counts on any invoice', () => {
  const credited = line({ isSubscription: false, isProration: true, amountMinor: -2_000n })
  expect(grants([credited], { billingReason: 'manual' })).toMatchObject([{ amountMicros: -250_000_000n }])
})

test('whatever the amounts, shares are rounded so that they never exceed the money', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -12_000n, max: 12_000n }), (amountMinor) => {
      const change = line({ isProration: true, priceId: 'large', unitAmountMinor: 12_000n, amountMinor })
      const [grant] = grants([change])
      const [share, exact] = [(grant?.amountMicros ?? 0n) * 12_000n, 2_000_000_000n * amountMinor]
      expect(share <= exact && exact - share < 12_000n).toBe(true)
    }),
  )
})

test('whatever part of the period is left, an upgrade never grants more than the plans’ difference', () => {
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
      // Amounts have a resolution of one cent.
      expect(difference < 200_000n && difference > -200_000n).toBe(true)
    }),
  )
})

test('the plans of trials and the periods of free plans are reported, and no others', () => {
  expect(read([line({ amountMinor: 0n })])).toMatchObject({
    trialPlanIds: ['S'],
    freePeriods: [],
    planIds: ['S'],
  })
  expect(read([line(), line({ priceId: 'large', unitAmountMinor: 12_000n })])).toMatchObject({
    trialPlanIds: [],
    freePeriods: [],
    planIds: ['S', 'L'],
  })
})

test.each([
  ['has no quantity', { quantity: 0 }],
  ['has a negative quantity', { quantity: -1 }],
  ['belongs to no subscription item', { subscriptionItemId: null }],
  ['has no price', { priceId: null }],
])('a line that %s grants nothing', (_name, changes) => {
  expect(grants([line(changes)])).toEqual([])
})
