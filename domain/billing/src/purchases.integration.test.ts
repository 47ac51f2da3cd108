import { readEvents, seedEndpoint } from '@gatehouse/outgoing-events/testing/seed-events'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CreditPack } from './catalog/offers.ts'
import { applyEvent } from './inbox/apply-event.ts'
import { sweepEvents } from './inbox/sweep-events.ts'
import { type TestBilling, startTestBilling, testIds } from '@gatehouse/testkit/vitest/start-test-billing'

let kit: TestBilling
let pack: CreditPack
let company: string

beforeAll(async () => {
  kit = await startTestBilling()
  pack = await kit.addPack(100, 25)
})
afterAll(() => kit[Symbol.asyncDispose]())
beforeEach(async () => {
  await kit.deliverAll()
  company = await kit.addCompany()
})

const purchase = (id: string) =>
  kit.open.database
    .selectFrom('credit_pack_purchases')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const invoicesOf = (companyId: string) =>
  kit.open.database
    .selectFrom('invoices')
    .select(['status', 'total_minor', 'purchase_id'])
    .where('company_id', '=', companyId)
    .execute()
const eventRow = (id: string) =>
  kit.open.database.selectFrom('provider_events').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const idOf = (reference: string | { id: string } | null) =>
  typeof reference === 'string' ? reference : (reference?.id ?? '')

async function paid() {
  const started = await kit.buy(company, pack.id)
  const session = await kit.sim.pay(started.sessionId)
  const completed = kit.undelivered().find(({ type }) => type === 'checkout.session.completed')
  if (!completed) throw new Error('the simulator sent no completion')
  return { ...started, session, completed, paymentIntent: idOf(session.payment_intent) }
}

async function refund(paymentIntent: string, amount?: number): Promise<Stripe.Event> {
  await kit.stripe.refunds.create({ payment_intent: paymentIntent, ...(amount ? { amount } : {}) })
  const event = kit.undelivered().findLast(({ type }) => type === 'charge.refunded')
  if (!event) throw new Error('the simulator sent no refund')
  return event
}

test('a paid pack is COMPLETED, with its transfer, its balance and a PAID invoice', async () => {
  const { postgres } = kit.open
  await seedEndpoint({ postgres, ids: testIds }, { companyId: company, eventTypes: [] })
  const { purchaseId } = await paid()
  expect((await purchase(purchaseId)).status).toBe('PENDING')
  await kit.deliverAll()
  expect(await purchase(purchaseId)).toMatchObject({
    status: 'COMPLETED',
    paid_minor: 2_500n,
    mismatch: null,
  })
  expect(await kit.transfers(company)).toEqual([`PACK_PURCHASE pack:${purchaseId} 100.000000`])
  expect(await kit.balance(company)).toBe('100.000000')
  expect(await invoicesOf(company)).toEqual([
    { status: 'PAID', total_minor: 2_500n, purchase_id: purchaseId },
  ])
  expect(kit.changed).toContain(company)
  const events = await readEvents(postgres, company)
  expect(events.map(({ type }) => type)).toEqual(['invoice.created', 'invoice.paid'])
})

test('fifty concurrent copies, and the same fact under another event id, are credited once', async () => {
  const { completed } = await paid()
  await Promise.all(Array.from({ length: 50 }, () => kit.deliver(completed)))
  await kit.deliver(await kit.sim.emitAgain(completed.id))
  expect(await kit.balance(company)).toBe('100.000000')
  expect(await invoicesOf(company)).toHaveLength(1)
})

test('an event that was processed is not applied again when it is delivered again', async () => {
  const { completed } = await paid()
  await kit.deliver(completed)
  const processed = await eventRow(completed.id)
  expect(processed).toMatchObject({ status: 'PROCESSED', attempts: 1 })
  const event = kit.billing.events.readEvent(structuredClone(completed))
  expect(await applyEvent(kit.billing.events, event)).toEqual({ kind: 'skipped' })
  await kit.deliver(completed)
  expect(await eventRow(completed.id)).toEqual(processed)
})

test('a purchase is credited once when webhook, sweep and the buyer’s page race', async () => {
  const { completed, purchaseId } = await paid()
  await Promise.all([
    kit.deliver(completed),
    kit.billing.syncPurchase(purchaseId),
    kit.billing.sweep().then(() => kit.billing.inbox.retryDue()),
    kit.deliver(completed),
    kit.billing.syncPurchase(purchaseId),
  ])
  expect(await kit.transfers(company)).toHaveLength(1)
})

test('the sweep finds an event that was never delivered', async () => {
  const { purchaseId } = await paid()
  const sweep = await kit.billing.sweep()
  expect(sweep.added).toBeGreaterThan(0)
  await kit.billing.inbox.retryDue()
  expect((await purchase(purchaseId)).status).toBe('COMPLETED')
  expect((await kit.billing.sweep()).added).toBe(0)
})

test('an event that cannot be stored does not keep the sweep from storing older ones', async () => {
  const { completed: older } = await paid()
  await paid()
  const newest = kit.undelivered().at(-1)
  const { events, inbox } = kit.billing
  const refusesNewest: typeof inbox = {
    ...inbox,
    async store(event, source) {
      if (event.id === newest?.id) throw new Error('refused')
      return inbox.store(event, source)
    },
  }
  await expect(sweepEvents({ ...events, inbox: refusesNewest })).rejects.toThrow(
    'payment events that could not be stored: 1',
  )
  expect((await eventRow(older.id)).status).toBe('RECEIVED')
  expect(await kit.billing.sweep()).toMatchObject({ added: 1 })
})

test('a payment that takes days is credited when it succeeds, and not if it fails', async () => {
  const first = await kit.buy(company, pack.id)
  const second = await kit.buy(company, pack.id)
  await kit.sim.pay(first.sessionId, 'delayed')
  await kit.sim.pay(second.sessionId, 'delayed')
  await kit.deliverAll()
  expect(await purchase(first.purchaseId)).toMatchObject({ status: 'PENDING', is_awaiting_payment: true })
  await kit.sim.finishDelayedPayment(first.sessionId, 'succeeded')
  await kit.sim.finishDelayedPayment(second.sessionId, 'failed')
  await kit.billing.sweep()
  await kit.billing.inbox.retryDue()
  expect((await purchase(first.purchaseId)).status).toBe('COMPLETED')
  expect((await purchase(second.purchaseId)).status).toBe('FAILED')
  expect(await kit.balance(company)).toBe('100.000000')
})

test('a completion that arrives after the purchase was given up is still credited', async () => {
  const { purchaseId, completed } = await paid()
  await kit.open.database
    .updateTable('credit_pack_purchases')
    .set({ status: 'EXPIRED' })
    .where('id', '=', purchaseId)
    .execute()
  await kit.deliver(completed)
  expect((await purchase(purchaseId)).status).toBe('COMPLETED')
})

test('if the pack changes between checkout and payment, the offered terms count, and a difference is flagged', async () => {
  const { purchaseId, completed } = await paid()
  const object = completed.data.object as Stripe.Checkout.Session
  const other = { ...completed, data: { object: { ...object, amount_total: 999 } } } as Stripe.Event
  await kit.deliver(other)
  expect(await purchase(purchaseId)).toMatchObject({ mismatch: 'offered 2500 eur, paid 999 eur' })
  expect(await kit.balance(company)).toBe('100.000000')
})

test('a purchase missing from our database is restored from the provider’s record', async () => {
  const { purchaseId, completed } = await paid()
  await kit.open.database.deleteFrom('credit_pack_purchases').where('id', '=', purchaseId).execute()
  await kit.deliver(completed)
  expect(await kit.transfers(company)).toEqual([`PACK_PURCHASE pack:${purchaseId} 100.000000`])
})

test('the completion of an unknown purchase is parked, and applied when the purchase appears', async () => {
  const { purchaseId, completed } = await paid()
  const row = await purchase(purchaseId)
  await kit.open.database.deleteFrom('credit_pack_purchases').where('id', '=', purchaseId).execute()
  const object = { ...completed.data.object, metadata: {} } as Stripe.Checkout.Session
  await kit.deliver({ ...completed, data: { object } } as Stripe.Event)
  expect(await eventRow(completed.id)).toMatchObject({
    status: 'PARKED',
    waits_for: `purchase:${purchaseId}`,
  })
  await kit.open.database.insertInto('credit_pack_purchases').values(row).execute()
  await kit.deliver(completed)
  expect(await eventRow(completed.id)).toMatchObject({ status: 'PROCESSED' })
  expect(await kit.balance(company)).toBe('100.000000')
})

test.each(['in order', 'reversed', 'doubled'])(
  'partial refunds followed by a full one: %s',
  async (order) => {
    const { completed, paymentIntent, purchaseId } = await paid()
    const refunds = [await refund(paymentIntent, 300), await refund(paymentIntent, 700)]
    await kit.deliver(completed)
    const delivered = order === 'in order' ? refunds : refunds.toReversed()
    await kit.deliver(...delivered, ...(order === 'doubled' ? refunds : []))
    expect(await purchase(purchaseId)).toMatchObject({ status: 'PARTIALLY_REFUNDED' })
    expect(await kit.balance(company)).toBe('60.000000')
    await kit.deliver(await refund(paymentIntent))
    expect(await purchase(purchaseId)).toMatchObject({ status: 'REFUNDED' })
    expect(await kit.balance(company)).toBe('0.000000')
    expect((await kit.transfers(company)).at(-1)).toMatch(/^REFUND refund:.*:2500 -60\.000000$/)
  },
)

test('a refund that arrives before the completion is stored, and applied with it', async () => {
  const { completed, paymentIntent } = await paid()
  const refunded = await refund(paymentIntent, 500)
  const anonymous = { ...refunded.data.object, metadata: {} } as Stripe.Charge
  await kit.deliver({ ...refunded, data: { object: anonymous } } as Stripe.Event)
  expect(await eventRow(refunded.id)).toMatchObject({ status: 'PARKED' })
  await kit.deliver(completed)
  expect(await kit.balance(company)).toBe('80.000000')
  expect(await eventRow(refunded.id)).toMatchObject({ status: 'PROCESSED' })
})

test('refunding spent credits creates debt, which the next pack pays off', async () => {
  const { completed, paymentIntent } = await paid()
  await kit.deliver(completed)
  const removal = { kind: 'removal', type: 'ADJUSTMENT', amountMicros: 90_000_000n } as const
  const { postTransfer } = await import('@gatehouse/credits/post-transfer')
  const owner = { id: company, kind: 'COMPANY' } as const
  await postTransfer(testIds, kit.open.database, { owner, businessKey: `spend:${company}`, ...removal })
  await kit.deliver(await refund(paymentIntent))
  expect(await kit.balance(company)).toBe('-90.000000')
  await kit.deliver((await paid()).completed)
  expect(await kit.balance(company)).toBe('10.000000')
})

test.each(['after', 'before'])(
  'a refund that fails %s its event arrived gives the credits back',
  async (when) => {
    const { completed, paymentIntent, purchaseId } = await paid()
    const refunded = await refund(paymentIntent)
    await kit.deliver(completed)
    if (when === 'after') await kit.deliver(refunded)
    const [first] = (await kit.stripe.refunds.list({ payment_intent: paymentIntent })).data
    await kit.sim.failRefund(first?.id ?? '')
    await kit.deliverAll()
    await kit.deliver(await kit.sim.emitAgain(refunded.id))
    expect(await kit.balance(company)).toBe('100.000000')
    expect((await purchase(purchaseId)).status).toBe('COMPLETED')
    // The next refund succeeds: although its amount is the same, it is a new refund.
    await kit.deliver(await refund(paymentIntent))
    expect(await kit.balance(company)).toBe('0.000000')
  },
)

test('credits of a disputed payment are held while the dispute is open, returned if it is won, and removed if it is lost', async () => {
  const [won, lost] = [await paid(), await paid()]
  await kit.deliverAll()
  const chargeOf = async (id: string) => idOf((await kit.stripe.paymentIntents.retrieve(id)).latest_charge)
  const disputes = [
    await kit.sim.openDispute(await chargeOf(won.paymentIntent)),
    await kit.sim.openDispute(await chargeOf(lost.paymentIntent)),
  ]
  await kit.deliverAll()
  expect(await kit.balance(company)).toBe('0.000000')
  expect(await kit.drift()).toEqual([])
  await kit.sim.closeDispute(disputes[0]?.id ?? '', 'won')
  await kit.sim.closeDispute(disputes[1]?.id ?? '', 'lost')
  await kit.deliverAll()
  expect(await kit.balance(company)).toBe('100.000000')
  expect((await purchase(lost.purchaseId)).status).toBe('REFUNDED')
})

test('an event of another API version or mode is quarantined, and one of an unhandled type is ignored', async () => {
  const { completed } = await paid()
  await kit.deliver({ ...completed, api_version: '2024-04-10' })
  await kit.deliver({ ...completed, id: `${completed.id}_live`, livemode: true })
  await kit.deliver({ ...completed, id: `${completed.id}_other`, type: 'customer.updated' } as Stripe.Event)
  const odd = { ...completed.data.object, mode: 'barter' } as unknown as Stripe.Checkout.Session
  await kit.deliver({ ...completed, id: `${completed.id}_odd`, data: { object: odd } } as Stripe.Event)
  const statuses = await Promise.all(
    ['', '_live', '_other', '_odd'].map(async (end) => (await eventRow(completed.id + end)).status),
  )
  expect(statuses).toEqual(['QUARANTINED', 'QUARANTINED', 'IGNORED', 'QUARANTINED'])
  expect(await kit.balance(company)).toBe('0.000000')
})

test('reconciliation finds no drift after all of these tests', async () => {
  await kit.deliverAll()
  expect(await kit.drift()).toEqual([])
})
