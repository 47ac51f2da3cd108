// Payments and refunds that happen while they are compared with the provider, or whose events are still on their way.
import { describeDrift, driftsOf } from '@gatehouse/credits/reconciliation-report'
import { type TestBilling, startTestBilling } from '@gatehouse/testkit/vitest/start-test-billing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CreditPack } from '../catalog/offers.ts'
import type { PaymentProvider } from '../payment-provider.ts'
import { createInspectPayments } from './inspect-payments.ts'

const laterMs = 20 * 60_000

let kit: TestBilling
let pack: CreditPack
let company: string

beforeAll(async () => {
  kit = await startTestBilling()
  pack = await kit.addPack(100, 25)
})
afterAll(() => kit[Symbol.asyncDispose]())
beforeEach(async () => {
  company = await kit.addCompany()
})
afterEach(() => kit.deliverAll())

type Inspecting = { aheadMs?: number; provider?: Partial<PaymentProvider> }

async function inspect({ aheadMs = 0, provider = {} }: Inspecting = {}) {
  const { events } = kit.billing
  const { I4, I8 } = await createInspectPayments({
    postgres: kit.open.postgres,
    clock: { wallMs: () => events.clock.wallMs() + aheadMs },
    provider: { ...events.provider, ...provider },
  })(company)
  return { frozenFor: I4.map(describeDrift), reported: driftsOf(I8).map(describeDrift), I8: I8.kind }
}
const nothing = { frozenFor: [], reported: [], I8: 'checked' }
const idOf = (reference: string | { id: string } | null) =>
  typeof reference === 'string' ? reference : (reference?.id ?? '')

/** Rows are compared once they are older than an event can be in flight. */
async function age(): Promise<void> {
  const { postgres } = kit.open
  await postgres.query(
    `update credit_pack_purchases set created_at = created_at - interval '20 minutes' where company_id = $1`,
    [company],
  )
  await postgres.query(
    `update provider_charges set updated_at = now() - interval '20 minutes'
      where purchase_id in (select id from credit_pack_purchases where company_id = $1)`,
    [company],
  )
}

async function paidPack() {
  const { sessionId, purchaseId } = await kit.buy(company, pack.id)
  const intent = idOf((await kit.sim.pay(sessionId)).payment_intent)
  await kit.deliverAll()
  return { purchaseId, charge: idOf((await kit.stripe.paymentIntents.retrieve(intent)).latest_charge) }
}

test('a purchase that is paid while it is compared is not reported', async () => {
  const { sessionId } = await kit.buy(company, pack.id)
  await age()
  const { provider } = kit.billing.events
  const paidMeanwhile = {
    async readCheckout(id: string) {
      await kit.sim.pay(sessionId)
      const read = await provider.readCheckout(id)
      await kit.deliverAll()
      return read
    },
  }
  expect(await inspect({ aheadMs: laterMs, provider: paidMeanwhile })).toEqual(nothing)
})

test('a payment whose event is in flight is not reported; later it is, and does not freeze the company', async () => {
  const { sessionId, purchaseId } = await kit.buy(company, pack.id)
  await age()
  await kit.sim.pay(sessionId)
  expect(await inspect()).toEqual(nothing)
  const later = await inspect({ aheadMs: laterMs })
  expect(later.frozenFor).toEqual([])
  expect(later.reported).toContain(
    `payments that were not credited, such as that of the purchase ${purchaseId}: 1`,
  )
})

test('a refund that is applied while it is compared is not reported', async () => {
  const { charge } = await paidPack()
  await kit.stripe.refunds.create({ charge, amount: 500 })
  await kit.deliverAll()
  await age()
  const { provider } = kit.billing.events
  const refundedMeanwhile = {
    async readCharge(id: string) {
      await kit.stripe.refunds.create({ charge, amount: 500 })
      const read = await provider.readCharge(id)
      await kit.deliverAll()
      return read
    },
  }
  expect(await inspect({ aheadMs: laterMs, provider: refundedMeanwhile })).toEqual(nothing)
})

test('a further refund freezes the company only once the refund itself is older than an event in flight', async () => {
  const { charge } = await paidPack()
  await kit.stripe.refunds.create({ charge, amount: 500 })
  await kit.deliverAll()
  await age()
  await kit.stripe.refunds.create({ charge, amount: 500 })
  expect(await inspect()).toEqual(nothing)
  expect((await inspect({ aheadMs: laterMs })).frozenFor).toEqual([
    `what refunds of ${charge} should have taken back: 20.000000 instead of 40.000000`,
  ])
})

test('a refund that failed is reported once its event is not in flight, and does not freeze the company', async () => {
  const { charge } = await paidPack()
  const { id } = await kit.stripe.refunds.create({ charge, amount: 500 })
  await kit.deliverAll()
  await age()
  await kit.sim.failRefund(id)
  expect(await inspect()).toEqual(nothing)
  const later = await inspect({ aheadMs: laterMs })
  expect(later.frozenFor).toEqual([])
  expect(later.reported).toContain(`failed refunds whose credits were not returned, such as of ${charge}: 1`)
})

test('an object that the provider does not have is left out or reported, and the others are compared', async () => {
  const { charge } = await paidPack()
  await kit.stripe.refunds.create({ charge, amount: 500 })
  const other = await paidPack()
  await kit.stripe.refunds.create({ charge: other.charge, amount: 500 })
  await kit.deliverAll()
  await kit.stripe.refunds.create({ charge, amount: 500 })
  await kit.buy(company, pack.id)
  await age()
  const { postgres } = kit.open
  await postgres.query(
    `update provider_charges set provider_charge_id = 'ch_0_unknown' where provider_charge_id = $1`,
    [other.charge],
  )
  await postgres.query(
    `update credit_pack_purchases set provider_session_id = 'cs_unknown'
      where company_id = $1 and completed_at is null`,
    [company],
  )
  const { frozenFor, reported } = await inspect({ aheadMs: laterMs })
  expect(frozenFor).toEqual([
    `what refunds of ${charge} should have taken back: 20.000000 instead of 40.000000`,
  ])
  expect(reported).toContain('charges that the payment provider does not have, such as ch_0_unknown: 1')
})
