// Subscriptions over months of the simulated clock, read and changed with the official client.
import { Stripe } from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startStripeSim, type StripeSim } from './start-stripe-sim.ts'

const start = Date.UTC(2024, 0, 31, 12) / 1_000
const day = 86_400

let sim: StripeSim
let stripe: Stripe

beforeEach(async () => {
  sim = await startStripeSim({ startSeconds: start })
  stripe = new Stripe(sim.apiKey, { ...sim.clientOptions, maxNetworkRetries: 0, telemetry: false })
})

afterEach(() => sim.close())

async function plan(unit_amount: number, interval: 'month' | 'year' = 'month'): Promise<string> {
  const product = await stripe.products.create({ name: 'Plan' })
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'eur',
    unit_amount,
    recurring: { interval },
  })
  return price.id
}

async function subscribe(values: Partial<Stripe.SubscriptionCreateParams> = {}, unitAmount = 3_000) {
  const customer = await stripe.customers.create({ email: 'a@example.com' })
  return stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: await plan(unitAmount) }],
    metadata: { companyId: 'c1' },
    ...values,
  })
}

const emitted = (prefix: string) => sim.events.filter(({ type }) => type.startsWith(prefix))
const typesOf = (prefix: string) => emitted(prefix).map(({ type }) => type)
const invoicesPaid = () => emitted('invoice.paid').map(({ data }) => data.object as Stripe.Invoice)
const linesOf = (invoice: Stripe.Invoice | undefined) =>
  (invoice?.lines.data ?? []).map(({ type, proration, amount, period }) => ({
    type,
    proration,
    amount,
    start: period.start,
  }))

test('a session in subscription mode starts a subscription, pays its first invoice and emits the events in the same second', async () => {
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer_email: 'a@example.com',
    line_items: [{ price: await plan(3_000), quantity: 1 }],
    subscription_data: { metadata: { companyId: 'c1' } },
    success_url: 'https://example.com',
  })
  await sim.pay(session.id)
  const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription', 'invoice'] })
  expect(done).toMatchObject({
    payment_status: 'paid',
    subscription: { status: 'active', metadata: { companyId: 'c1' } },
    invoice: { status: 'paid', billing_reason: 'subscription_create', amount_paid: 3_000 },
  })
  expect(typesOf('customer.subscription')).toEqual([
    'customer.subscription.created',
    'customer.subscription.updated',
  ])
  expect(emitted('customer.subscription.created')[0]).toMatchObject({
    data: { object: { status: 'incomplete' } },
  })
  expect(new Set(sim.events.map(({ created }) => created)).size).toBe(1)
  expect(invoicesPaid()[0]?.subscription_details?.metadata).toEqual({ companyId: 'c1' })
})

test('each month has one paid invoice for its own period, and the anchor survives February', async () => {
  await subscribe()
  await sim.advanceTo(Date.UTC(2024, 3, 1) / 1_000)
  const periods = invoicesPaid().map(({ lines }) => lines.data[0]?.period)
  const at = (month: number, dayOfMonth: number) => Date.UTC(2024, month, dayOfMonth, 12) / 1_000
  expect(periods).toEqual([
    { start: at(0, 31), end: at(1, 29) },
    { start: at(1, 29), end: at(2, 31) },
    { start: at(2, 31), end: at(3, 30) },
  ])
  expect(invoicesPaid().map(({ billing_reason }) => billing_reason)).toEqual([
    'subscription_create',
    'subscription_cycle',
    'subscription_cycle',
  ])
  const [upcoming] = emitted('invoice.upcoming')
  expect(upcoming?.data.object).not.toHaveProperty('id')
  expect(upcoming).toMatchObject({ created: at(1, 22), data: { object: { amount_due: 3_000 } } })
})

test('an upgrade is prorated now or with the next invoice, never as a full period', async () => {
  const one = await subscribe()
  const bigger = await plan(9_000)
  await sim.advanceBy(14.5 * day)
  const item = one.items.data[0]?.id ?? ''
  const now = sim.nowSeconds()
  await stripe.subscriptions.update(one.id, {
    items: [{ id: item, price: bigger }],
    proration_behavior: 'always_invoice',
  })
  const [, upgrade] = invoicesPaid()
  expect(upgrade).toMatchObject({ billing_reason: 'subscription_update', total: 3_000 })
  expect(linesOf(upgrade)).toEqual([
    { type: 'invoiceitem', proration: true, amount: -1_500, start: now },
    { type: 'invoiceitem', proration: true, amount: 4_500, start: now },
  ])
  expect(emitted('customer.subscription.updated').at(-1)?.data.previous_attributes).toMatchObject({
    items: { data: [{ price: { unit_amount: 3_000 } }] },
  })
  await stripe.subscriptions.update(one.id, { items: [{ id: item, price: await plan(3_000) }] })
  expect(invoicesPaid()).toHaveLength(2)
  await sim.advanceTo(one.current_period_end)
  const renewal = invoicesPaid()[2]
  expect(linesOf(renewal).map(({ proration, amount }) => [proration, amount])).toEqual([
    [true, -4_500],
    [true, 1_500],
    [false, 3_000],
  ])
  // The credit equals the price of the new period, so the invoice is paid without a charge.
  expect(renewal).toMatchObject({ total: 0, amount_due: 0, status: 'paid', charge: null })
})

test('a change of the interval, or from free to paid, starts a new period', async () => {
  const free = await subscribe({}, 0)
  await sim.advanceBy(10 * day)
  const item = free.items.data[0]?.id ?? ''
  const now = sim.nowSeconds()
  await stripe.subscriptions.update(free.id, { items: [{ id: item, price: await plan(3_000) }] })
  expect(linesOf(invoicesPaid()[1])).toContainEqual({
    type: 'subscription',
    proration: false,
    amount: 3_000,
    start: now,
  })
  await stripe.subscriptions.update(free.id, { items: [{ id: item, price: await plan(30_000, 'year') }] })
  expect(await stripe.subscriptions.retrieve(free.id)).toMatchObject({
    current_period_start: now,
    current_period_end: Date.UTC(2025, 1, 10, 12) / 1_000,
  })
  await sim.advanceTo(Date.UTC(2024, 5, 1) / 1_000)
  expect(invoicesPaid()).toHaveLength(3)
})

test('a failing card makes the subscription past due, is retried, and may end it', async () => {
  const one = await subscribe()
  sim.setPaymentBehaviour(one.customer as string, 'declines')
  await sim.advanceTo(one.current_period_end)
  expect(await stripe.subscriptions.retrieve(one.id)).toMatchObject({ status: 'past_due' })
  const [failed] = emitted('invoice.payment_failed').map(({ data }) => data.object as Stripe.Invoice)
  expect(failed).toMatchObject({ attempt_count: 1, status: 'open', amount_remaining: 3_000 })
  sim.setPaymentBehaviour(one.customer as string, 'succeeds')
  await sim.advanceTo(failed?.next_payment_attempt ?? 0)
  expect(await stripe.subscriptions.retrieve(one.id)).toMatchObject({ status: 'active' })
  expect(invoicesPaid().at(-1)).toMatchObject({ id: failed?.id, attempt_count: 2 })

  sim.setPaymentBehaviour(one.customer as string, 'requires_action')
  await sim.advanceBy(60 * day)
  expect(typesOf('invoice.payment_action_required').length).toBeGreaterThan(1)
  expect(emitted('customer.subscription.deleted')[0]).toMatchObject({
    data: { object: { status: 'canceled', cancellation_details: { reason: 'payment_failed' } } },
  })
})

test('a failed first payment leaves the subscription incomplete for 23 hours', async () => {
  const customer = await stripe.customers.create({})
  sim.setPaymentBehaviour(customer.id, 'declines')
  const one = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: await plan(3_000) }],
  })
  expect(one.status).toBe('incomplete')
  await sim.advanceBy(23 * 3_600)
  expect(await stripe.subscriptions.retrieve(one.id)).toMatchObject({ status: 'incomplete_expired' })
})

test('a cancellation takes effect immediately or at the end of the period', async () => {
  const one = await subscribe()
  const other = await subscribe()
  await stripe.subscriptions.cancel(one.id)
  await stripe.subscriptions.update(other.id, { cancel_at_period_end: true })
  expect(emitted('customer.subscription.deleted')).toMatchObject([
    { data: { object: { id: one.id, ended_at: start } } },
  ])
  await sim.advanceTo(other.current_period_end)
  expect(emitted('customer.subscription.deleted')[1]).toMatchObject({
    data: {
      object: { id: other.id, status: 'canceled', canceled_at: start, ended_at: other.current_period_end },
    },
  })
  expect((await stripe.subscriptions.list()).data).toEqual([])
  expect((await stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(2)
  expect(invoicesPaid()).toHaveLength(2)
})

test('a cancellation credits the unused time to the customer’s balance on request', async () => {
  const one = await subscribe()
  await sim.advanceBy(14.5 * day)
  await stripe.subscriptions.cancel(one.id, { prorate: true, invoice_now: true })
  const [, credit] = invoicesPaid()
  expect(credit).toMatchObject({ total: -1_500, amount_paid: 0, charge: null, ending_balance: -1_500 })
  expect(linesOf(credit)).toMatchObject([{ type: 'invoiceitem', proration: true, amount: -1_500 }])
  const other = await subscribe()
  await stripe.subscriptions.cancel(other.id, { prorate: true })
  expect(invoicesPaid()).toHaveLength(3)
})

test('a trial costs nothing, is announced three days before its end, and then is paid or paused', async () => {
  const settings = { end_behavior: { missing_payment_method: 'pause' as const } }
  const paying = await subscribe({ trial_period_days: 14 })
  const pausing = await subscribe({ trial_period_days: 14, trial_settings: settings })
  sim.setPaymentBehaviour(pausing.customer as string, 'declines')
  expect(invoicesPaid().map(({ amount_paid, charge }) => [amount_paid, charge])).toEqual([
    [0, null],
    [0, null],
  ])
  await sim.advanceBy(11 * day)
  expect(typesOf('customer.subscription.trial_will_end')).toHaveLength(2)
  await sim.advanceBy(3 * day)
  expect(await stripe.subscriptions.retrieve(paying.id)).toMatchObject({ status: 'active' })
  expect(await stripe.subscriptions.retrieve(pausing.id)).toMatchObject({ status: 'paused' })
  expect(typesOf('customer.subscription.paused')).toHaveLength(1)
  sim.setPaymentBehaviour(pausing.customer as string, 'succeeds')
  await sim.advanceBy(5 * day)
  await stripe.subscriptions.resume(pausing.id)
  expect(typesOf('customer.subscription.resumed')).toHaveLength(1)
  expect(invoicesPaid().at(-1)).toMatchObject({ subscription: pausing.id, amount_paid: 3_000 })
})

test('while collection is paused invoices are voided and nothing is paid', async () => {
  const one = await subscribe()
  await stripe.subscriptions.update(one.id, { pause_collection: { behavior: 'void' } })
  await sim.advanceTo(one.current_period_end)
  expect(invoicesPaid()).toHaveLength(1)
  expect(typesOf('invoice.voided')).toHaveLength(1)
  expect(await stripe.subscriptions.retrieve(one.id)).toMatchObject({ status: 'active' })
  await stripe.subscriptions.update(one.id, { pause_collection: '' })
  await sim.advanceBy(32 * day)
  expect(invoicesPaid()).toHaveLength(2)
})

test('a sent invoice falls due without an event, and can be paid out of band or voided', async () => {
  const one = await subscribe({ collection_method: 'send_invoice', days_until_due: 14 })
  const { data } = await stripe.invoices.list({ subscription: one.id, status: 'open' })
  expect(data).toMatchObject([{ due_date: start + 14 * day, amount_due: 3_000 }])
  const before = sim.events.length
  await sim.advanceBy(14 * day)
  expect(sim.events.slice(before).map(({ type }) => type)).toEqual(['customer.subscription.updated'])
  await stripe.invoices.pay(data[0]?.id ?? '', { paid_out_of_band: true })
  expect(invoicesPaid()).toMatchObject([{ paid_out_of_band: true, charge: null, amount_paid: 3_000 }])
})

test('a manual invoice is drafted, filled, finalized and voided', async () => {
  const customer = await stripe.customers.create({})
  const invoice = await stripe.invoices.create({
    customer: customer.id,
    collection_method: 'send_invoice',
    days_until_due: 30,
    metadata: { companyId: 'c1' },
  })
  const item = { customer: customer.id, currency: 'eur', invoice: invoice.id }
  await stripe.invoiceItems.create({ ...item, amount: 1_234, description: 'Usage' })
  await stripe.invoiceItems.create({ ...item, amount: 766 })
  const open = await stripe.invoices.finalizeInvoice(invoice.id)
  expect(open).toMatchObject({ status: 'open', total: 2_000, billing_reason: 'manual' })
  expect(open.number).toMatch(/-0001$/)
  await expect(stripe.invoiceItems.create({ ...item, amount: 1 })).rejects.toMatchObject({
    param: 'invoice',
  })
  expect(await stripe.invoices.voidInvoice(invoice.id)).toMatchObject({ status: 'void' })
  await expect(stripe.invoices.pay(invoice.id)).rejects.toMatchObject({ statusCode: 400 })
})

test('a balance in the customer’s favour pays an invoice without a charge', async () => {
  const customer = await stripe.customers.create({ balance: -10_000 })
  await stripe.subscriptions.create({ customer: customer.id, items: [{ price: await plan(3_000) }] })
  expect(invoicesPaid()).toMatchObject([
    { total: 3_000, amount_due: 0, amount_paid: 0, charge: null, ending_balance: -7_000 },
  ])
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -7_000 })
})

test('an invoice that cannot be finalized stays a draft with its error', async () => {
  const one = await subscribe()
  sim.failNextFinalization(one.customer as string)
  await sim.advanceTo(one.current_period_end)
  const [failed] = emitted('invoice.finalization_failed').map(({ data }) => data.object as Stripe.Invoice)
  expect(failed).toMatchObject({
    status: 'draft',
    last_finalization_error: { code: 'customer_tax_location_invalid' },
    automatic_tax: { status: 'requires_location_inputs' },
  })
  const open = await stripe.invoices.finalizeInvoice(failed?.id ?? '', { auto_advance: true })
  expect(open).toMatchObject({ status: 'paid', last_finalization_error: null })
})

test('a one-time session with invoice_creation reports its purchase in two events', async () => {
  const product = await stripe.products.create({ name: 'Pack' })
  const price = await stripe.prices.create({ product: product.id, currency: 'eur', unit_amount: 2_500 })
  const customer = await stripe.customers.create({})
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    customer: customer.id,
    invoice_creation: { enabled: true },
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: 'https://example.com',
  })
  await sim.pay(session.id)
  const [paid] = invoicesPaid()
  expect(paid).toMatchObject({ billing_reason: 'manual', amount_paid: 2_500, subscription: null })
  expect(emitted('checkout.session.completed')[0]).toMatchObject({ data: { object: { invoice: paid?.id } } })
  expect(await stripe.charges.retrieve(paid?.charge as string)).toMatchObject({ invoice: paid?.id })
})
