import { createSystemClock } from '@gatehouse/runtime/clock'
import { describeDrift, driftsOf } from '@gatehouse/credits/reconciliation-report'
import { type TestBilling, startTestBilling } from '@gatehouse/testkit/vitest/start-test-billing'
import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CreditPack, Plan } from '../catalog/offers.ts'
import { createInspectPayments } from './inspect-payments.ts'

const clock = createSystemClock()
const hourMs = 3_600_000

let kit: TestBilling
let pack: CreditPack
let plan: Plan
let company: string

beforeAll(async () => {
  // An hour ago, so that events that were not delivered count as lost and not as in flight.
  kit = await startTestBilling({ startSeconds: Math.floor((clock.wallMs() - hourMs) / 1_000) })
  pack = await kit.addPack(100, 25)
  plan = await kit.addPlan({ credits: 500, price: 40 })
})
afterAll(() => kit[Symbol.asyncDispose]())
beforeEach(async () => {
  company = await kit.addCompany()
})
afterEach(async () => {
  kit.sim.clearPlans()
  await kit.deliverAll()
})

const inspect = (ownerId: string | undefined = company) => {
  const { postgres } = kit.open
  return createInspectPayments({ postgres, clock, provider: kit.billing.events.provider })(ownerId)
}
const grantDrifts = async (ownerId?: string) => (await inspect(ownerId)).I4.map(describeDrift)
const idOf = (reference: string | { id: string } | null) =>
  typeof reference === 'string' ? reference : (reference?.id ?? '')

/** Moves a column of the company's rows back, beyond the time in which an event may be in flight. */
async function age(table: 'credit_pack_purchases' | 'paid_grants', by = '20 minutes'): Promise<void> {
  await kit.open.postgres.query(
    `update ${table} set created_at = created_at - $1::interval where company_id = $2`,
    [by, company],
  )
}
const ageCharge = (id: string, by = '20 minutes') =>
  kit.open.postgres.query(
    'update provider_charges set updated_at = now() - $1::interval where provider_charge_id = $2',
    [by, id],
  )

async function paidPack(): Promise<{ purchaseId: string; paymentIntent: string; chargeId: string }> {
  const { sessionId, purchaseId } = await kit.buy(company, pack.id)
  const paymentIntent = idOf((await kit.sim.pay(sessionId)).payment_intent)
  const chargeId = idOf((await kit.stripe.paymentIntents.retrieve(paymentIntent)).latest_charge)
  return { purchaseId, paymentIntent, chargeId }
}

const refund = (paymentIntent: string, amount: number) =>
  kit.stripe.refunds.create({ payment_intent: paymentIntent, amount })

test('a refund whose event was lost is reported once the charge is older than any event in flight', async () => {
  const { paymentIntent, chargeId } = await paidPack()
  await refund(paymentIntent, 500)
  await kit.deliverAll()
  await refund(paymentIntent, 750)
  expect(await grantDrifts()).toEqual([])
  await ageCharge(chargeId)
  const drift = `what refunds of ${chargeId} should have taken back: 20.000000 instead of 50.000000`
  expect(await grantDrifts()).toEqual([drift])
  expect(await grantDrifts(await kit.addCompany())).toEqual([])
  await ageCharge(chargeId, '36 days')
  expect(await grantDrifts()).toEqual([])
  await kit.deliverAll()
  await ageCharge(chargeId)
  expect(await grantDrifts()).toEqual([])
})

test('a refund of an invoice takes back the share of the invoice’s total, not of the part that was charged', async () => {
  await kit.subscribe(company, plan.id)
  await kit.deliverAll()
  const [invoice] = (await kit.open.database
    .selectFrom('invoices')
    .select('provider_invoice_id')
    .where('company_id', '=', company)
    .execute()) as [{ provider_invoice_id: string }]
  const { charge } = await kit.stripe.invoices.retrieve(invoice.provider_invoice_id)
  await kit.stripe.refunds.create({ charge: idOf(charge), amount: 1_000 })
  await kit.deliverAll()
  await kit.stripe.refunds.create({ charge: idOf(charge), amount: 1_000 })
  await ageCharge(idOf(charge))
  const drift = (actual: number, expected: number) =>
    `what refunds of ${idOf(charge)} should have taken back: ${actual}.000000 instead of ${expected}.000000`
  expect(await grantDrifts()).toEqual([drift(125, 250)])
  // As if half of the invoice had been paid from the customer's balance at the provider.
  await kit.open.database
    .updateTable('invoices')
    .set({ total_minor: 8_000n })
    .where('company_id', '=', company)
    .execute()
  expect(await grantDrifts()).toContainEqual(expect.stringMatching(/^what refunds of ch_.*: 62\.5.* 125\.0/))
  await kit.open.database
    .updateTable('invoices')
    .set({ total_minor: 4_000n })
    .where('company_id', '=', company)
    .execute()
})

test('a paid checkout without credits is reported as owed, an unpaid one and a recent one are not', async () => {
  const owed = async (ownerId?: string) =>
    driftsOf((await inspect(ownerId)).I8)
      .map(describeDrift)
      .filter((drift) => drift.includes('not credited'))
  await kit.buy(company, pack.id)
  const { purchaseId } = await paidPack()
  expect(await owed()).toEqual([])
  await age('credit_pack_purchases')
  const drift = `payments that were not credited, such as that of the purchase ${purchaseId}: 1`
  expect(await owed()).toEqual([drift])
  expect(await grantDrifts()).toEqual([])
  expect(await owed(await kit.addCompany())).toEqual([])
  await kit.deliverAll()
  expect(await owed()).toEqual([])
})

test('credits of an invoice that is not paid at the provider, or unknown there, are reported', async () => {
  await kit.subscribe(company, plan.id)
  await kit.deliverAll()
  await age('paid_grants')
  expect(await grantDrifts()).toEqual([])
  const { postgres } = kit.open
  const { rows } = await postgres.query<{ provider_invoice_id: string }>(
    'select provider_invoice_id from invoices where company_id = $1',
    [company],
  )
  const rename = async (from: string | undefined, to: string) => {
    for (const table of ['invoices', 'paid_grants'])
      await postgres.query(`update ${table} set provider_invoice_id = $2 where provider_invoice_id = $1`, [
        from,
        to,
      ])
  }
  const { customer } = await kit.stripe.invoices.retrieve(rows[0]?.provider_invoice_id ?? '')
  const draft = await kit.stripe.invoices.create({ customer: idOf(customer) })
  await rename(rows[0]?.provider_invoice_id, draft.id)
  const drift = (id: string) =>
    `what was granted for the invoice ${id}, which is not paid: 500.000000 instead of 0.000000`
  expect(await grantDrifts()).toEqual([drift(draft.id)])
  await rename(draft.id, 'in_unknown')
  expect(await grantDrifts()).toEqual([drift('in_unknown')])
  await age('paid_grants', '2 days')
  expect(await grantDrifts()).toEqual([])
})

test('if the provider is unavailable or not configured, our own records are checked all the same', async () => {
  const { purchaseId } = await paidPack()
  await kit.deliverAll()
  await kit.subscribe(company, plan.id)
  await kit.deliverAll()
  await age('paid_grants')
  await kit.open.database
    .updateTable('paid_grants')
    .set({ granted_micros: 90_000_000n })
    .where('purchase_id', '=', purchaseId)
    .execute()
  const own = [`what the ledger granted for pack:${purchaseId}: 100.000000 instead of 90.000000`]
  kit.sim.planApi({ fault: { kind: 'server_error' }, times: 20 })
  const unavailable = await inspect()
  expect(unavailable.I4.map(describeDrift)).toEqual(own)
  expect(unavailable.I8).toEqual({
    kind: 'not_checked',
    reason: 'The payment provider cannot be reached. Try again shortly.',
  })
  expect(unavailable.I7).toMatchObject({ kind: 'checked' })
  kit.sim.clearPlans()
  const { postgres } = kit.open
  const without = await createInspectPayments({ postgres, clock })(company)
  expect(without.I4.map(describeDrift)).toEqual(own)
  expect(without.I8).toEqual({
    kind: 'not_checked',
    reason: 'the payment provider is not configured here',
  })
  await kit.open.database
    .updateTable('paid_grants')
    .set({ granted_micros: 100_000_000n })
    .where('purchase_id', '=', purchaseId)
    .execute()
})

test('an error that is not the provider’s is not taken for an unavailable provider', async () => {
  await using broken = await startTestBilling()
  await broken.addCompany()
  await broken.sim.emit('charge.refunded', { id: 'ch_1', object: 'charge' })
  const { provider } = broken.billing.events
  const { postgres } = broken.open
  await postgres.query('alter table provider_customers rename to customers_elsewhere')
  await expect(createInspectPayments({ postgres, clock, provider })(undefined)).rejects.toThrow(
    'provider_customers',
  )
})

test('events that wait for longer than 15 minutes are reported with their owner', async () => {
  await paidPack()
  await kit.deliverAll()
  const known = await kit.open.database
    .selectFrom('provider_events')
    .select(['id', 'customer_id'])
    .where('type', '=', 'checkout.session.completed')
    .orderBy('event_created_at', 'desc')
    .orderBy('id')
    .where('customer_id', 'in', (where) =>
      where.selectFrom('provider_customers').select('provider_customer_id').where('company_id', '=', company),
    )
    .executeTakeFirstOrThrow()
  const { postgres } = kit.open
  const wait = (id: string, minutes: number) =>
    postgres.query(
      `update provider_events set status = 'PARKED', received_at = now() - make_interval(mins => $2) where id = $1`,
      [id, minutes],
    )
  await wait(known.id, 14)
  expect((await inspect()).I7).toEqual({ kind: 'checked', accounts: 0, drifts: [] })
  await wait(known.id, 16)
  const what = `events that are PARKED for longer than 15 minutes, such as ${known.id}`
  const drift = { ownerId: company, what, events: 1 }
  expect((await inspect()).I7).toEqual({ kind: 'checked', accounts: 1, drifts: [drift] })
  expect(driftsOf((await inspect(await kit.addCompany())).I7)).toEqual([])
  await postgres.query('update provider_events set customer_id = null where id = $1', [known.id])
  const { I7 } = await createInspectPayments({ postgres, clock })(undefined)
  expect(driftsOf(I7)).toEqual([{ ownerId: 'unknown', what, events: 1 }])
  await postgres.query(`update provider_events set status = 'PROCESSED' where id = $1`, [known.id])
})

test('events that never arrived are reported by owner, from all pages of the provider’s list', async () => {
  await kit.deliverAll()
  await kit.buy(company, pack.id)
  const { provider_customer_id: customer } = await kit.open.database
    .selectFrom('provider_customers')
    .select('provider_customer_id')
    .where('company_id', '=', company)
    .executeTakeFirstOrThrow()
  const lost: Stripe.Event[] = []
  const lose = async (id: string, owner: string | null) =>
    lost.push(await kit.sim.emit('charge.refunded', { id, object: 'charge', customer: owner }))
  await lose('ch_unknown', null)
  for (let number = 0; number < 101; number += 1) await lose(`ch_${number}`, customer)
  const { I8 } = await inspect()
  const last = lost.at(-1)?.id ?? ''
  const own = {
    ownerId: company,
    what: `events that never arrived, such as ${last} (charge.refunded)`,
    events: 101,
  }
  expect(I8).toEqual({ kind: 'checked', accounts: 1, drifts: [own] })
  const { postgres } = kit.open
  const all = await createInspectPayments({ postgres, clock, provider: kit.billing.events.provider })(
    undefined,
  )
  const what = `events that never arrived, such as ${lost[0]?.id} (charge.refunded)`
  expect(all.I8).toEqual({
    kind: 'checked',
    accounts: 2,
    drifts: [own, { ownerId: 'unknown', what, events: 1 }],
  })
  await kit.deliverAll()
  await kit.sim.advanceTo(Math.floor(clock.wallMs() / 1_000) - 60)
  await lose('ch_in_flight', customer)
  expect(driftsOf((await inspect()).I8)).toEqual([])
})
