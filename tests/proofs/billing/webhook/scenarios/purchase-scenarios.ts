// Scenarios 11 to 24: payments that take days, purchases that changed, and refunds.
import { postTransfer } from '@gatehouse/credits/post-transfer'
import type { Stripe } from 'stripe'
import { proofIds } from '../open-billing-setup.ts'
import { lastEvent, must, purchaseOf, type Scenario, type Setup } from './scenario.ts'

const completed = 'checkout.session.completed'
const day = 86_400

export const purchaseScenarios: readonly Scenario[] = [
  {
    number: 11,
    name: 'completed unpaid, paid days later by an event that the webhook does not receive',
    async run(setup) {
      const { sim, begin, settle } = setup
      const { sessionId, purchaseId } = await begin()
      await sim.pay(sessionId, 'delayed')
      must((await purchaseOf(setup, purchaseId)).is_awaiting_payment, 'the purchase awaits its payment')
      await sim.advanceBy(4 * day)
      await sim.finishDelayedPayment(sessionId, 'succeeded')
      await settle()
      must((await purchaseOf(setup, purchaseId)).status === 'COMPLETED', 'the purchase is COMPLETED')
      return 100
    },
  },
  {
    number: 12,
    name: 'completed unpaid, and the payment fails',
    async run(setup) {
      const { sim, begin, settle } = setup
      const { sessionId, purchaseId } = await begin()
      await sim.pay(sessionId, 'delayed')
      await sim.finishDelayedPayment(sessionId, 'failed')
      await settle()
      must((await purchaseOf(setup, purchaseId)).status === 'FAILED', 'the purchase is FAILED')
      return 0
    },
  },
  {
    number: 13,
    name: 'an order that costs nothing has no payment',
    async run({ packs, buy }) {
      const session = await buy(packs.findIndex(({ priceMinor }) => priceMinor === 0))
      must(session.payment_status === 'no_payment_required', 'nothing was to be paid')
      return 10
    },
  },
  {
    number: 14,
    name: 'a session with its own invoice is announced twice and credited once',
    async run({ sim, begin, one, companyId }) {
      const { sessionId } = await begin()
      const order = sim.account.orders.get(sessionId)
      if (order) order.isInvoiceCreated = true
      await sim.pay(sessionId)
      must(lastEvent({ sim } as Setup, 'invoice.paid') !== undefined, 'an invoice was paid')
      const { count } = await one<{ count: bigint }>(
        'select count(*) as count from invoices where company_id = $1',
        companyId,
      )
      must(Number(count) === 1, 'there is one invoice')
      return 100
    },
  },
  {
    number: 15,
    name: 'completed after the purchase was given up',
    async run(setup) {
      const { sim, postgres, begin } = setup
      const { sessionId, purchaseId } = await begin()
      const giveUp = `update credit_pack_purchases set status = 'EXPIRED' where id = $1`
      await postgres.query(giveUp, [purchaseId])
      await sim.pay(sessionId)
      must((await purchaseOf(setup, purchaseId)).status === 'COMPLETED', 'money wins')
      return 100
    },
  },
  {
    number: 15,
    name: 'completed for an unknown purchase: parked, and applied when the purchase appears',
    async run({ sim, database, begin, one, balanceCredits }) {
      const { sessionId, purchaseId } = await begin()
      const rows = database.selectFrom('credit_pack_purchases').selectAll().where('id', '=', purchaseId)
      const row = await rows.executeTakeFirstOrThrow()
      await database.deleteFrom('credit_pack_purchases').where('id', '=', purchaseId).execute()
      const session = sim.account.sessions.get(sessionId)
      if (session) session.metadata = {}
      await sim.pay(sessionId)
      const { id } = lastEvent({ sim } as Setup, completed)
      const event = 'select status from provider_events where id = $1'
      must((await one<{ status: string }>(event, id)).status === 'PARKED', 'the event is parked')
      must((await balanceCredits()) === 0, 'no company was credited')
      await database.insertInto('credit_pack_purchases').values(row).execute()
      await sim.redeliver(id)
      return 100
    },
  },
  {
    number: 16,
    name: 'the pack is archived between checkout and payment',
    async run({ sim, postgres, packs, begin }) {
      const { sessionId } = await begin()
      const setStatus = 'update credit_packs set status = $1, name = $2 where id = $3'
      await postgres.query(setStatus, ['ARCHIVED', 'Another name', packs[0]?.id])
      await sim.pay(sessionId)
      await postgres.query(setStatus, ['ACTIVE', 'The old name', packs[0]?.id])
      return 100
    },
  },
  {
    number: 17,
    name: 'another amount than offered was paid: credited as offered, and flagged',
    async run(setup) {
      const { sim, begin } = setup
      const { sessionId, purchaseId } = await begin()
      const session = sim.account.sessions.get(sessionId)
      if (session) session.amount_total = 1_999
      await sim.pay(sessionId)
      must((await purchaseOf(setup, purchaseId)).mismatch !== null, 'it is flagged')
      return 100
    },
  },
  ...(['in order', 'reversed', 'together', 'twice'] as const).map((how): Scenario => ({
    number: 18,
    name: `two partial refunds ${how}, then the rest`,
    async run(setup) {
      const { sim, buy, refund, settle, balanceCredits } = setup
      const session = await buy()
      if (how === 'twice') sim.planDelivery({ times: 3, faults: [{ kind: 'duplicate', copies: 2 }] })
      if (how === 'reversed' || how === 'together') sim.holdDeliveries()
      await refund(session, 500)
      await refund(session, 700)
      await sim.releaseDeliveries(how === 'reversed' ? 'reversed' : 'all_at_once')
      must((await balanceCredits()) === 52, '1200 of 2500 were refunded')
      must(
        (await purchaseOf(setup, session.purchaseId)).status === 'PARTIALLY_REFUNDED',
        'the purchase is PARTIALLY_REFUNDED',
      )
      await refund(session)
      await settle()
      must((await purchaseOf(setup, session.purchaseId)).status === 'REFUNDED', 'the purchase is REFUNDED')
      return 0
    },
  })),
  {
    number: 19,
    name: 'a refund before its completion',
    async run({ sim, buy, refund }) {
      sim.holdDeliveries()
      await refund(await buy(), 500)
      await sim.releaseDeliveries('reversed')
      return 80
    },
  },
  {
    number: 20,
    name: 'a refund after all was spent is debt, which the next pack pays',
    async run(setup) {
      const { buy, refund, balanceCredits } = setup
      const session = await buy()
      await spend(setup, 90)
      await refund(session)
      must((await balanceCredits()) === -90, 'the company owes 90')
      await buy()
      return 10
    },
  },
  {
    number: 21,
    name: 'a refund that fails 20 days later is reversed',
    async run({ sim, buy, refund, settle, balanceCredits }) {
      const session = await buy()
      const { id } = await refund(session, 2_000)
      must((await balanceCredits()) === 20, 'it was taken')
      await sim.advanceBy(20 * day)
      await sim.failRefund(id)
      await settle()
      return 100
    },
  },
  {
    number: 22,
    name: 'a refund of a subscription’s payment takes its share of that grant',
    async run({ sim, stripe, subscribe }) {
      const { latest_invoice } = await subscribe(0)
      const { charge } = await stripe.invoices.retrieve(latest_invoice as string)
      await stripe.refunds.create({ charge: charge as string, amount: 1_000 })
      await sim.idle()
      return 375
    },
  },
  ...(['won', 'lost'] as const).map((outcome): Scenario => ({
    number: 23,
    name: `a dispute that is ${outcome}`,
    async run({ sim, buy, chargeOf, settle, balanceCredits }) {
      const { id } = await sim.openDispute(await chargeOf(await buy()))
      await settle()
      must((await balanceCredits()) === 0, 'nothing can be spent while it is open')
      await sim.closeDispute(id, outcome)
      await settle()
      return outcome === 'won' ? 100 : 0
    },
  })),
  {
    number: 23,
    name: 'a partial refund, then a dispute that is lost',
    async run({ sim, buy, refund, chargeOf, settle }) {
      const session = await buy()
      await refund(session, 500)
      const { id } = await sim.openDispute(await chargeOf(session))
      await sim.closeDispute(id, 'lost')
      await settle()
      return 0
    },
  },
  {
    number: 24,
    name: 'a refunded charge without its refunds',
    async run(setup) {
      const { buy, refund } = setup
      await refund(await buy(), 500)
      const charge = lastEvent(setup, 'charge.refunded').data.object as Stripe.Charge
      must(!('refunds' in charge), 'the event has no refunds')
      return 80
    },
  },
]

async function spend({ database, companyId }: Setup, credits: number): Promise<void> {
  await postTransfer(proofIds, database, {
    owner: { id: companyId, kind: 'COMPANY' },
    businessKey: `spend:${companyId}`,
    kind: 'removal',
    type: 'ADJUSTMENT',
    amountMicros: BigInt(credits) * 1_000_000n,
  })
}
