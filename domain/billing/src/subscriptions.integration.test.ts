import { type TestBilling, startTestBilling } from '@gatehouse/testkit/vitest/start-test-billing'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Plan } from './catalog/offers.ts'
import { checkOpenInvoices } from './inbox/check-unfinished.ts'

let kit: TestBilling
let small: Plan
let large: Plan
let trial: Plan
let company: string

beforeAll(async () => {
  kit = await startTestBilling()
  small = await kit.addPlan({ name: 'Small', credits: 500, price: 40 })
  large = await kit.addPlan({ name: 'Large', credits: 2_000, price: 120 })
  trial = await kit.addPlan({ name: 'Trial', credits: 500, price: 40, trialDays: 14, trialCredits: 20 })
})
afterAll(() => kit[Symbol.asyncDispose]())
beforeEach(async () => {
  await kit.deliverAll()
  company = await kit.addCompany()
})

const subscription = (id: string) =>
  kit.open.database
    .selectFrom('subscriptions')
    .selectAll()
    .where('provider_subscription_id', '=', id)
    .executeTakeFirst()
const invoices = () =>
  kit.open.database
    .selectFrom('invoices')
    .select(['status', 'billing_reason'])
    .where('company_id', '=', company)
    .orderBy('created_at')
    .execute()
const notices = async () =>
  (
    await kit.open.database
      .selectFrom('billing_notices')
      .select('kind')
      .where('company_id', '=', company)
      .execute()
  ).map(({ kind }) => kind)
const granted = async () =>
  (await kit.transfers(company)).map((line) => line.replace(/:\S+ /, ' ').replace('SUBSCRIPTION_GRANT ', ''))
const event = (type: string): Stripe.Event => {
  const found = kit.undelivered().find((one) => one.type === type)
  if (!found) throw new Error(`the simulator sent no ${type}`)
  return found
}
const monthS = 31 * 86_400

test('the first paid invoice grants the plan’s credits, and the subscription is active', async () => {
  const id = await kit.subscribe(company, small.id)
  await kit.deliverAll()
  expect(await subscription(id)).toMatchObject({ status: 'ACTIVE', is_active: true, plan_id: small.id })
  expect(await granted()).toEqual(['sub 500.000000'])
  expect(await invoices()).toEqual([{ status: 'PAID', billing_reason: 'subscription_create' }])
})

test('the checkout alone activates the subscription; credits are granted by the invoice', async () => {
  const id = await kit.subscribe(company, small.id)
  await kit.deliver(event('checkout.session.completed'))
  expect(await subscription(id)).toMatchObject({ status: 'ACTIVE', is_active: true })
  expect(await granted()).toEqual([])
  await kit.deliver(...kit.undelivered().toReversed())
  expect(await subscription(id)).toMatchObject({ status: 'ACTIVE', is_active: true })
  expect(await granted()).toEqual(['sub 500.000000'])
})

test('a paid invoice is granted even if its event arrives first', async () => {
  const id = await kit.subscribe(company, small.id)
  await kit.deliver(event('invoice.paid'))
  expect(await granted()).toEqual(['sub 500.000000'])
  await kit.deliverAll()
  expect(await granted()).toEqual(['sub 500.000000'])
  expect(await subscription(id)).toMatchObject({ status: 'ACTIVE' })
})

test('events of an unknown customer are parked, and applied once its company is known', async () => {
  await kit.subscribe(company, small.id)
  await kit.open.database.deleteFrom('provider_customers').where('company_id', '=', company).execute()
  const paid = event('invoice.paid')
  const anonymous = { ...paid.data.object, subscription_details: null } as Stripe.Invoice
  await kit.deliver({ ...paid, data: { object: anonymous } } as Stripe.Event)
  const status = async () =>
    (
      await kit.open.database
        .selectFrom('provider_events')
        .select('status')
        .where('id', '=', paid.id)
        .executeTakeFirstOrThrow()
    ).status
  expect(await status()).toBe('PARKED')
  await kit.deliver(event('checkout.session.completed'))
  expect(await status()).toBe('PROCESSED')
  expect(await granted()).toEqual(['sub 500.000000'])
})

test('each renewal grants its period once, however often its events are delivered', async () => {
  await kit.subscribe(company, small.id)
  await kit.sim.advanceBy(monthS)
  await kit.sim.advanceBy(monthS)
  const events = kit.undelivered()
  await kit.deliver(...events, ...events.toReversed())
  for (const paid of events.filter(({ type }) => type === 'invoice.paid')) {
    await kit.deliver(await kit.sim.emitAgain(paid.id))
  }
  expect(await granted()).toEqual(['sub 500.000000', 'sub 500.000000', 'sub 500.000000'])
})

test('a trial grants its own credits once, and the plan’s credits when it is paid', async () => {
  const id = await kit.subscribe(company, trial.id)
  await kit.deliverAll()
  expect(await granted()).toEqual(['trial 20.000000'])
  expect(await subscription(id)).toMatchObject({ status: 'TRIALING', is_active: true })
  await kit.sim.advanceBy(15 * 86_400)
  await kit.deliverAll()
  expect(await granted()).toEqual(['trial 20.000000', 'sub 500.000000'])
  expect(await notices()).toContain('subscription.trial_will_end')
})

test.each(['in order', 'reversed'])('an upgrade in the middle of a period, delivered %s', async (order) => {
  const id = await kit.subscribe(company, small.id)
  await kit.sim.advanceBy(15 * 86_400)
  const [item] = (await kit.stripe.subscriptions.retrieve(id)).items.data
  await kit.stripe.subscriptions.update(id, {
    items: [{ id: item?.id ?? '', price: large.providerPriceId ?? '' }],
    proration_behavior: 'always_invoice',
  })
  const events = kit.undelivered()
  await kit.deliver(...(order === 'in order' ? events : events.toReversed()))
  expect(await subscription(id)).toMatchObject({ plan_id: large.id, status: 'ACTIVE' })
  const rows = await kit.open.database
    .selectFrom('paid_grants')
    .select(['business_key', 'granted_micros'])
    .where('company_id', '=', company)
    .execute()
  const upgrade = rows.find(({ business_key: key }) => key.startsWith('upgrade:'))?.granted_micros ?? 0n
  expect(rows).toHaveLength(2)
  // About half a month remains, so about half of the difference of 1,500 credits is granted.
  expect(upgrade > 650_000_000n && upgrade < 850_000_000n).toBe(true)
})

test('a cancellation is final whatever arrives late, and keeps the granted credits', async () => {
  const id = await kit.subscribe(company, small.id)
  await kit.sim.advanceBy(60)
  await kit.stripe.subscriptions.update(id, { metadata: { note: 'x', company_id: company } })
  await kit.sim.advanceBy(60)
  await kit.stripe.subscriptions.cancel(id)
  const events = kit.undelivered()
  await kit.deliver(...events.toReversed())
  expect(await subscription(id)).toMatchObject({ status: 'CANCELED', is_active: false })
  expect((await subscription(id))?.end_date).toBeInstanceOf(Date)
  expect(await kit.balance(company)).toBe('500.000000')
})

test('conflicting updates within one second are resolved by querying the provider', async () => {
  const id = await kit.subscribe(company, small.id)
  await kit.deliverAll()
  await kit.sim.advanceBy(60)
  await kit.stripe.subscriptions.update(id, { cancel_at_period_end: true })
  await kit.stripe.subscriptions.update(id, { cancel_at_period_end: false })
  const [first, second] = kit.undelivered().filter(({ type }) => type === 'customer.subscription.updated')
  if (!first || !second) throw new Error('the simulator sent no updates')
  await kit.deliver(second, first)
  expect(await subscription(id)).toMatchObject({ cancel_at_period_end: false, needs_refetch: false })
})

test('a renewal that is paid after failed attempts grants once, with one notice per attempt', async () => {
  const id = await kit.subscribe(company, small.id)
  await kit.deliverAll()
  const { customer } = await kit.stripe.subscriptions.retrieve(id)
  const customerId = typeof customer === 'string' ? customer : customer.id
  kit.sim.setPaymentBehaviour(customerId, 'declines')
  await kit.sim.advanceBy(monthS)
  await kit.deliverAll()
  expect(await subscription(id)).toMatchObject({ status: 'PAST_DUE', is_active: true })
  expect(await notices()).toContain('invoice.payment_failed')
  const failed = kit.sim.events.findLast(({ type }) => type === 'invoice.payment_failed')
  kit.sim.setPaymentBehaviour(customerId, 'succeeds')
  await kit.sim.advanceBy(5 * 86_400)
  await kit.deliverAll()
  if (failed) await kit.deliver(await kit.sim.emitAgain(failed.id))
  expect(await subscription(id)).toMatchObject({ status: 'ACTIVE' })
  expect(await granted()).toEqual(['sub 500.000000', 'sub 500.000000'])
  expect(new Set((await invoices()).map(({ status }) => status))).toEqual(new Set(['PAID']))
})

test.each([['in order'], ['reversed']])(
  'an invoice that needs a confirmation says so until it is no longer open, delivered %s',
  async (order) => {
    const id = await kit.subscribe(company, small.id)
    await kit.deliverAll()
    const { customer } = await kit.stripe.subscriptions.retrieve(id)
    const customerId = typeof customer === 'string' ? customer : customer.id
    kit.sim.setPaymentBehaviour(customerId, 'requires_action')
    await kit.sim.advanceBy(monthS)
    const events = kit.undelivered()
    const types = events.map(({ type }) => type)
    expect(types).toEqual(
      expect.arrayContaining(['invoice.payment_failed', 'invoice.payment_action_required']),
    )
    const state = () =>
      kit.open.database
        .selectFrom('invoices')
        .select(['status', 'is_action_required'])
        .where('company_id', '=', company)
        .orderBy('created_at', 'desc')
        .executeTakeFirst()
    // As if the confirmation was asked for earlier than the other events.
    const earlier = (event: Stripe.Event) =>
      event.type === 'invoice.payment_action_required' ? { ...event, created: event.created - 60 } : event
    await kit.deliver(...(order === 'reversed' ? events.toReversed().map(earlier) : events))
    expect(await state()).toEqual({ status: 'OPEN', is_action_required: true })
    await kit.open.postgres.query('update invoices set next_check_at = now() where company_id = $1', [
      company,
    ])
    while ((await checkOpenInvoices(kit.billing.events)) > 0);
    expect(await state()).toEqual({ status: 'OPEN', is_action_required: true })
    const failed = events.find(({ type }) => type === 'invoice.payment_failed')
    if (failed) await kit.deliver(await kit.sim.emitAgain(failed.id))
    expect(await state()).toEqual({ status: 'OPEN', is_action_required: true })
    kit.sim.setPaymentBehaviour(customerId, 'succeeds')
    await kit.sim.advanceBy(5 * 86_400)
    await kit.deliverAll()
    expect(await state()).toEqual({ status: 'PAID', is_action_required: false })
  },
)

test('refunding a subscription’s charge takes back its share of the period and keeps the subscription', async () => {
  const id = await kit.subscribe(company, small.id)
  await kit.deliverAll()
  const { latest_invoice: latest } = await kit.stripe.subscriptions.retrieve(id, {
    expand: ['latest_invoice'],
  })
  const charge = typeof latest === 'string' ? null : latest?.charge
  await kit.stripe.refunds.create({ charge: typeof charge === 'string' ? charge : '', amount: 1_000 })
  await kit.deliverAll()
  expect(await kit.balance(company)).toBe('375.000000')
  expect(await subscription(id)).toMatchObject({ status: 'ACTIVE' })
})

test('reconciliation finds no drift after all of these tests', async () => {
  await kit.deliverAll()
  expect(await kit.drift()).toEqual([])
})

// Both invoices are for the same subscription item, and their periods start in the same second; only the price differs.
test.each([['in order'], ['reversed']])(
  'a change from a free to a paid plan within a second grants both, delivered %s',
  async (order) => {
    const free = await kit.addPlan({ name: `Free ${order}`, credits: 20, price: 0 })
    const id = await kit.subscribe(company, free.id)
    const [item] = (await kit.stripe.subscriptions.retrieve(id)).items.data
    await kit.stripe.subscriptions.update(id, {
      items: [{ id: item?.id ?? '', price: small.providerPriceId ?? '' }],
    })
    const paid = kit.undelivered().filter(({ type }) => type === 'invoice.paid')
    const starts = paid.map(({ data }) => (data.object as Stripe.Invoice).lines.data.at(-1)?.period.start)
    expect(new Set(starts).size).toBe(1)
    const events = kit.undelivered()
    await kit.deliver(...(order === 'reversed' ? events.toReversed() : events))
    expect((await granted()).toSorted()).toEqual(['free 20.000000', 'sub 500.000000'])
    expect(await kit.drift()).toEqual([])
  },
)
