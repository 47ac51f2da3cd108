// A failure between the payment provider and us, and the balance that the company must have afterwards.
import type { StartedCheckout } from '@gatehouse/billing/start-checkout'
import { startPackCheckout, startPlanCheckout } from '@gatehouse/billing/start-checkout'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import type { Stripe } from 'stripe'
import { comeToRest } from '../deliver-order.ts'
import type { BackendSetup } from '../open-backend-setup.ts'

export type Scenario = {
  /** Number of the fault that the scenario tests; several scenarios may share one. */
  number: number
  name: string
  /** Restarts the backend, which takes seconds; skipped in the short form. */
  isSlow?: boolean
  /** Resolves to the balance in credits that the company must have; throws on any other fault. */
  run(setup: Setup): Promise<number>
}

export type Setup = BackendSetup & {
  companyId: string
  begin(packAt?: number): Promise<StartedCheckout & { purchaseId: string }>
  /** Starts and pays a purchase; resolves when its events were delivered. */
  buy(packAt?: number): Promise<Stripe.Checkout.Session & { purchaseId: string }>
  refund(session: Stripe.Checkout.Session, amount?: number): Promise<Stripe.Refund>
  chargeOf(session: Stripe.Checkout.Session): Promise<string>
  subscribe(planAt: number): Promise<Stripe.Subscription>
  renew(subscriptionId: string): Promise<void>
  changePlan(
    subscriptionId: string,
    priceId: string,
    proration: Stripe.SubscriptionUpdateParams.ProrationBehavior,
  ): Promise<void>
  /** Waits until every emitted event is received and, where possible, applied. */
  settle(): Promise<void>
  balanceCredits(): Promise<number>
  one<Row extends Record<string, unknown>>(query: string, ...values: unknown[]): Promise<Row>
}

export function createSetup(backend: BackendSetup, companyId: string): Setup {
  const { sim, stripe, billing, packs, plans, postgres } = backend
  const buyer = { companyId, userId: null }
  const begin = async (packAt = 0) => {
    const started = await startPackCheckout(billing.checkout, packs[packAt]?.id ?? '', buyer)
    return { ...started, purchaseId: started.purchaseId ?? '' }
  }
  const one = async <Row extends Record<string, unknown>>(query: string, ...values: unknown[]) => {
    const { rows } = await postgres.query<Row>(query, values)
    if (!rows[0]) throw new Error(`nothing found by: ${query}`)
    return rows[0]
  }
  const find = (id: string) => {
    const found = sim.account.subscriptions.get(id)
    if (!found) throw new Error(`the provider has no subscription ${id}`)
    return found
  }
  return {
    ...backend,
    companyId,
    begin,
    one,
    async buy(packAt) {
      const { sessionId, purchaseId } = await begin(packAt)
      return { ...(await sim.pay(sessionId)), purchaseId }
    },
    async refund({ payment_intent }, amount) {
      const order = { payment_intent: payment_intent as string }
      const refund = await stripe.refunds.create(amount === undefined ? order : { ...order, amount })
      await sim.idle()
      return refund
    },
    async chargeOf({ payment_intent }) {
      return (await stripe.paymentIntents.retrieve(payment_intent as string)).latest_charge as string
    },
    async subscribe(planAt) {
      const { sessionId } = await startPlanCheckout(billing.checkout, plans[planAt]?.id ?? '', buyer)
      return find((await sim.pay(sessionId)).subscription as string)
    },
    renew: (subscriptionId) => sim.advanceTo(find(subscriptionId).current_period_end),
    async changePlan(subscriptionId, price, proration) {
      const items = [{ id: find(subscriptionId).items.data[0]?.id ?? '', price }]
      await stripe.subscriptions.update(subscriptionId, { items, proration_behavior: proration })
      await sim.idle()
    },
    async settle() {
      await sim.idle()
      await billing.sweep({ since: new Date((sim.nowSeconds() - 29 * 86_400) * 1_000) })
      await comeToRest(backend)
      const isAtRest = async () => {
        const row = await one<{ count: bigint }>(
          `select count(*) as count from provider_events where status in ('RECEIVED', 'PARKED')`,
        )
        return Number(row.count) === 0
      }
      await waitUntil(isAtRest, { withinMs: 30_000, what: 'every message was applied' })
    },
    async balanceCredits() {
      const { rows } = await postgres.query<{ balance_micros: bigint }>(
        'select balance_micros from credit_accounts where owner_id = $1',
        [companyId],
      )
      return Number(rows[0]?.balance_micros ?? 0n) / 1_000_000
    },
  }
}

export function must(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`not so: ${what}`)
}

/** Reads the stored purchase. */
export async function purchaseOf(setup: Setup, id: string) {
  return setup.one<{ status: string; mismatch: string | null; is_awaiting_payment: boolean }>(
    'select status, mismatch, is_awaiting_payment from credit_pack_purchases where id = $1',
    id,
  )
}

export async function subscriptionOf(setup: Setup, id: string) {
  return setup.one<{ status: string; is_active: boolean }>(
    'select status, is_active from subscriptions where provider_subscription_id = $1',
    id,
  )
}

export function lastEvent(setup: Setup, type: string): Stripe.Event {
  const event = setup.sim.events.findLast((candidate) => candidate.type === type)
  if (!event) throw new Error(`the provider emitted no ${type}`)
  return event
}
