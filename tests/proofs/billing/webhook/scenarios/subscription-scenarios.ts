// Scenarios 25 to 35: subscriptions and invoices whose messages contradict each other.
import { createFindOverdueInMs } from '@gatehouse/billing/find-overdue'
import { oneShard } from '@gatehouse/postgres/shards'
import type { Stripe } from 'stripe'
import { lastEvent, must, type Scenario, type Setup, subscriptionOf } from './scenario.ts'

const day = 86_400

export const subscriptionScenarios: readonly Scenario[] = [
  {
    number: 25,
    name: 'active before incomplete: everything of a new subscription in reverse',
    async run(setup) {
      const { sim, subscribe } = setup
      sim.holdDeliveries()
      const { id } = await subscribe(0)
      await sim.releaseDeliveries('reversed')
      must((await subscriptionOf(setup, id)).status === 'ACTIVE', 'it is ACTIVE')
      return 500
    },
  },
  {
    number: 26,
    name: 'the notice of a trial’s end and the end itself in the same second',
    async run(setup) {
      const { sim, stripe, subscribe } = setup
      const { id } = await subscribe(2)
      await sim.advanceBy(day)
      const trialing = await stripe.subscriptions.retrieve(id)
      await stripe.subscriptions.update(id, { trial_end: 'now' })
      await sim.emit('customer.subscription.trial_will_end', trialing)
      must((await subscriptionOf(setup, id)).status === 'ACTIVE', 'the notice changed nothing')
      return 950
    },
  },
  {
    number: 27,
    name: 'deleted, and then a late update',
    async run(setup) {
      const { sim, stripe, subscribe } = setup
      const { id } = await subscribe(0)
      const active = await stripe.subscriptions.retrieve(id)
      await stripe.subscriptions.cancel(id)
      await sim.emit('customer.subscription.updated', active)
      const { status, is_active } = await subscriptionOf(setup, id)
      must(status === 'CANCELED' && !is_active, 'it stays over')
      return 500
    },
  },
  {
    number: 28,
    name: 'paid before the subscription was announced',
    async run(setup) {
      const { sim, subscribe, balanceCredits, settle } = setup
      const isAboutIt = ({ type }: Stripe.Event) => type.startsWith('customer.subscription.')
      sim.planDelivery({ when: isAboutIt, times: 9, faults: [{ kind: 'drop' }] })
      const { id } = await subscribe(0)
      sim.clearPlans()
      must((await balanceCredits()) === 500, 'what is paid is granted')
      await settle()
      must((await subscriptionOf(setup, id)).status === 'ACTIVE', 'then the subscription is known')
      return 500
    },
  },
  {
    number: 29,
    name: 'a renewal that fails, is paid elsewhere, and is announced several times',
    async run({ sim, stripe, subscribe, renew }) {
      const { id, customer } = await subscribe(0)
      sim.setPaymentBehaviour(customer as string, 'declines')
      await renew(id)
      const { latest_invoice } = await stripe.subscriptions.retrieve(id)
      sim.planDelivery({
        type: 'invoice.paid',
        faults: [{ kind: 'duplicate', copies: 9 }, { kind: 'emit_again' }],
      })
      await stripe.invoices.pay(latest_invoice as string, { paid_out_of_band: true })
      await sim.idle()
      sim.setPaymentBehaviour(customer as string, 'succeeds')
      return 1_000
    },
  },
  {
    number: 30,
    name: 'an upgrade in mid-period that is billed immediately',
    async run(setup) {
      const id = await halfWay(setup, 0)
      await setup.changePlan(id, setup.plans[1]?.priceId ?? '', 'always_invoice')
      return 1_100
    },
  },
  {
    number: 30,
    name: 'an upgrade that is billed with the next period',
    async run(setup) {
      const id = await halfWay(setup, 0)
      await setup.changePlan(id, setup.plans[1]?.priceId ?? '', 'create_prorations')
      must((await setup.balanceCredits()) === 500, 'nothing was paid yet')
      await setup.renew(id)
      return 1_100 + 1_700
    },
  },
  {
    number: 30,
    name: 'a downgrade takes back the credited half, which pays for the next period',
    async run(setup) {
      const id = await halfWay(setup, 1)
      await setup.changePlan(id, setup.plans[0]?.priceId ?? '', 'always_invoice')
      must((await setup.balanceCredits()) === 1_100, 'half of the difference between the plans is taken back')
      await setup.renew(id)
      return 1_100 + 500
    },
  },
  {
    number: 30,
    name: 'from free to paid, which starts a period of its own',
    async run(setup) {
      const { sim, plans, subscribe } = setup
      const { id } = await subscribe(3)
      await sim.advanceBy(day)
      await setup.changePlan(id, plans[0]?.priceId ?? '', 'create_prorations')
      return 20 + 500
    },
  },
  {
    number: 31,
    name: 'while collection is paused nothing is granted',
    async run({ sim, stripe, subscribe, renew }) {
      const { id } = await subscribe(0)
      await stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } })
      await renew(id)
      await sim.idle()
      return 500
    },
  },
  {
    number: 31,
    name: 'a trial that ends in a pause, and is resumed',
    async run(setup) {
      const { sim, stripe, plans, companyId } = setup
      const customer = await stripe.customers.create({ metadata: { company_id: companyId } })
      const { id } = await stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: plans[2]?.priceId ?? '' }],
        metadata: { company_id: companyId },
        trial_period_days: 14,
        trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
      })
      await sim.idle()
      sim.setPaymentBehaviour(customer.id, 'declines')
      await sim.advanceBy(14 * day)
      must((await subscriptionOf(setup, id)).status === 'PAUSED', 'it is PAUSED')
      must((await setup.balanceCredits()) === 50, 'the trial credits stay')
      sim.setPaymentBehaviour(customer.id, 'succeeds')
      await sim.advanceBy(day)
      await stripe.subscriptions.resume(id)
      await sim.idle()
      must((await subscriptionOf(setup, id)).status === 'ACTIVE', 'it is ACTIVE again')
      return 950
    },
  },
  {
    number: 32,
    name: 'the invoice of a trial is paid, and costs nothing',
    async run({ sim, subscribe }) {
      await subscribe(2)
      await sim.emitAgain(lastEvent({ sim } as Setup, 'invoice.paid').id)
      return 50
    },
  },
  {
    number: 32,
    name: 'an invoice that is paid from the customer’s balance, without a charge',
    async run(setup) {
      const { stripe, one, companyId, begin, subscribe } = setup
      await begin()
      const { id } = await one<{ id: string }>(
        'select provider_customer_id as id from provider_customers where company_id = $1',
        companyId,
      )
      await stripe.customers.update(id, { balance: -10_000 })
      await subscribe(0)
      const invoice = lastEvent(setup, 'invoice.paid').data.object as Stripe.Invoice
      must(invoice.amount_paid === 0 && invoice.charge === null, 'nothing was charged')
      return 500
    },
  },
  {
    number: 33,
    name: 'the notice of a failed payment arrives after the payment succeeded',
    async run({ sim, stripe, subscribe, renew, one }) {
      const { id, customer } = await subscribe(0)
      sim.holdDeliveries()
      sim.setPaymentBehaviour(customer as string, 'declines')
      await renew(id)
      sim.setPaymentBehaviour(customer as string, 'succeeds')
      const { latest_invoice } = await stripe.subscriptions.retrieve(id)
      await stripe.invoices.pay(latest_invoice as string)
      await sim.releaseDeliveries('reversed')
      const invoice = 'select status from invoices where provider_invoice_id = $1'
      must((await one<{ status: string }>(invoice, latest_invoice)).status === 'PAID', 'it stays PAID')
      return 1_000
    },
  },
  {
    number: 34,
    name: 'an invoice past its date stops a postpaid company, until it is voided at the provider',
    async run(setup) {
      const { sim, stripe, billing, postgres, companyId } = setup
      await postgres.query(`update companies set billing_mode = 'POSTPAID' where id = $1`, [companyId])
      const customer = await stripe.customers.create({ metadata: { company_id: companyId } })
      const invoice = await stripe.invoices.create({
        customer: customer.id,
        collection_method: 'send_invoice',
        due_date: Math.floor(Date.now() / 1_000) - 1,
        metadata: { company_id: companyId },
      })
      const item = { customer: customer.id, invoice: invoice.id, amount: 5_000, currency: 'eur' }
      await stripe.invoiceItems.create(item)
      await stripe.invoices.finalizeInvoice(invoice.id)
      await sim.idle()
      must(await isOverdue(setup), 'the company is overdue')
      await stripe.invoices.voidInvoice(invoice.id)
      await postgres.query(`update invoices set next_check_at = now() where status = 'OPEN'`)
      await billing.jobs.find(({ name }) => name === 'check invoices')?.run()
      must(!(await isOverdue(setup)), 'the company is admitted again')
      return 0
    },
  },
  {
    number: 35,
    name: 'a coming renewal, which has no id, is announced once',
    async run(setup) {
      const { sim, subscribe, one, companyId } = setup
      const { current_period_end } = await subscribe(0)
      await sim.advanceTo(current_period_end - day)
      await sim.emitAgain(lastEvent(setup, 'invoice.upcoming').id)
      const { count } = await one<{ count: bigint }>(
        `select count(*) as count from billing_notices where company_id = $1 and kind = 'invoice.upcoming'`,
        companyId,
      )
      must(Number(count) === 1, 'there is one notice')
      return 500
    },
  },
]

async function halfWay({ sim, subscribe }: Setup, planAt: number): Promise<string> {
  const { id, current_period_start, current_period_end } = await subscribe(planAt)
  await sim.advanceTo((current_period_start + current_period_end) / 2)
  return id
}

async function isOverdue({ postgres, companyId }: Setup): Promise<boolean> {
  const overdueInMs = await createFindOverdueInMs(oneShard(postgres))(companyId)
  return overdueInMs !== null && overdueInMs <= 0
}
