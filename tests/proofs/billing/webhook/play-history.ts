// A random history of one company at the payment provider: purchases, refunds, and months of plan changes. At first
// only the provider knows it; our side has only the purchases that were started.
import { startPackCheckout, startPlanCheckout } from '@gatehouse/billing/start-checkout'
import type { Stripe } from 'stripe'
import type { Random } from '../../../simulation/engine/random.ts'
import type { BillingSetup } from './open-billing-setup.ts'

export type HistoryCounts = Record<string, number>

type Play = {
  setup: BillingSetup
  random: Random
  companyId: string
  /** Paid payment intents that may be refunded. */
  payments: string[]
  refunds: Stripe.Refund[]
  subscriptionId: string | undefined
  counts: HistoryCounts
}

const day = 86_400

export async function playHistory(
  setup: BillingSetup,
  random: Random,
  companyId: string,
): Promise<HistoryCounts> {
  const play: Play = {
    setup,
    random,
    companyId,
    payments: [],
    refunds: [],
    subscriptionId: undefined,
    counts: {},
  }
  await subscribe(play)
  await buyPack(play)
  const steps = random.between(8, 16)
  for (let step = 0; step < steps; step += 1) {
    const [name, act] = random.pick(actions)
    if ((await act(play)) !== 'not possible') play.counts[name] = (play.counts[name] ?? 0) + 1
    // Half of the steps happen in the same second as the one before, where the order of the provider's events is
    // unknown.
    if (random.chance(0.5)) await setup.sim.advanceBy(random.between(1, 2 * day))
  }
  return play.counts
}

type Acted = 'done' | 'not possible'
type Act = (play: Play) => Promise<Acted>

const actions: readonly (readonly [name: string, act: Act])[] = [
  ['purchase', buyPack],
  ['purchase', buyPack],
  ['partial refund', (play) => refund(play, 'part')],
  ['partial refund', (play) => refund(play, 'part')],
  ['full refund', (play) => refund(play, 'all')],
  ['failed refund', failRefund],
  ['delayed payment', buyByDelayedMethod],
  ['abandoned checkout', abandonCheckout],
  ['dispute', dispute],
  ['subscription', subscribe],
  ['renewal', passMonth],
  ['renewal', passMonth],
  ['change of plan', changePlan],
  ['change of plan', changePlan],
  ['failed renewal', failRenewal],
  ['cancellation', cancel],
  ['refund of a subscription', refundInvoice],
  ['fact stated twice', stateAgain],
]

/** A free offer has no charge to refund. */
function paid<Offer extends { priceMinor: number }>(offers: readonly Offer[]): Offer[] {
  return offers.filter(({ priceMinor }) => priceMinor > 0)
}

async function beginPack({ setup, random, companyId }: Play): Promise<string> {
  const pack = random.pick(paid(setup.packs))
  const started = await startPackCheckout(setup.billing.checkout, pack.id, { companyId, userId: null })
  return started.sessionId
}

async function buyPack(play: Play): Promise<Acted> {
  const session = await play.setup.sim.pay(await beginPack(play))
  if (typeof session.payment_intent === 'string') play.payments.push(session.payment_intent)
  return 'done'
}

async function buyByDelayedMethod(play: Play): Promise<Acted> {
  const { sim } = play.setup
  const sessionId = await beginPack(play)
  await sim.pay(sessionId, 'delayed')
  if (play.random.chance(0.5)) await sim.advanceBy(play.random.between(1, 5 * day))
  const isPaid = play.random.chance(0.6)
  const session = await sim.finishDelayedPayment(sessionId, isPaid ? 'succeeded' : 'failed')
  if (isPaid && typeof session.payment_intent === 'string') play.payments.push(session.payment_intent)
  return 'done'
}

async function abandonCheckout(play: Play): Promise<Acted> {
  await play.setup.stripe.checkout.sessions.expire(await beginPack(play))
  return 'done'
}

async function refund({ setup, random, payments, refunds }: Play, how: 'part' | 'all'): Promise<Acted> {
  const intent = payments.length === 0 ? undefined : random.pick(payments)
  const left = intent === undefined ? 0 : leftToRefund(setup, intent)
  if (intent === undefined || left < 2) return 'not possible'
  const amount = how === 'all' ? left : random.between(1, left - 1)
  refunds.push(await setup.stripe.refunds.create({ payment_intent: intent, amount }))
  return 'done'
}

function leftToRefund({ sim }: BillingSetup, intent: string): number {
  const charges = [...sim.account.charges.values()]
  const charge = charges.find(({ payment_intent, paid }) => payment_intent === intent && paid)
  return charge && !charge.disputed ? charge.amount - charge.amount_refunded : 0
}

async function failRefund({ setup, random, refunds }: Play): Promise<Acted> {
  const alive = refunds.filter(({ id }) => setup.sim.account.refunds.get(id)?.status === 'succeeded')
  if (alive.length === 0) return 'not possible'
  await setup.sim.failRefund(random.pick(alive).id)
  return 'done'
}

async function dispute({ setup, random, payments }: Play): Promise<Acted> {
  const { sim } = setup
  const open = [...sim.account.charges.values()].filter(
    ({ payment_intent, paid, disputed }) => paid && !disputed && payments.includes(payment_intent as string),
  )
  if (open.length === 0) return 'not possible'
  const { id } = await sim.openDispute(random.pick(open).id)
  if (random.chance(0.8)) await sim.closeDispute(id, random.pick(['won', 'lost']))
  return 'done'
}

async function subscribe(play: Play): Promise<Acted> {
  const { setup, random, companyId } = play
  const current = liveSubscription(play)
  if (current) return 'not possible'
  const plan = random.pick(paid(setup.plans))
  const { sessionId } = await startPlanCheckout(setup.billing.checkout, plan.id, { companyId, userId: null })
  const session = await setup.sim.pay(sessionId)
  play.subscriptionId = session.subscription as string
  return 'done'
}

function liveSubscription({ setup, subscriptionId }: Play): Stripe.Subscription | undefined {
  const found = setup.sim.account.subscriptions.get(subscriptionId ?? '')
  return found && found.status !== 'canceled' && found.status !== 'incomplete_expired' ? found : undefined
}

async function passMonth(play: Play): Promise<Acted> {
  const current = liveSubscription(play)
  if (!current) return 'not possible'
  await play.setup.sim.advanceTo(current.current_period_end + play.random.between(0, day))
  return 'done'
}

async function changePlan(play: Play): Promise<Acted> {
  const current = liveSubscription(play)
  const item = current?.items.data[0]
  if (!current || !item || current.status === 'past_due') return 'not possible'
  const { setup, random } = play
  const others = paid(setup.plans).filter(({ priceId }) => priceId !== item.price.id)
  await setup.stripe.subscriptions.update(current.id, {
    items: [{ id: item.id, price: random.pick(others).priceId }],
    proration_behavior: random.pick(['always_invoice', 'always_invoice', 'create_prorations', 'none']),
  })
  return 'done'
}

async function failRenewal(play: Play): Promise<Acted> {
  const current = liveSubscription(play)
  if (!current) return 'not possible'
  const { sim } = play.setup
  const customer = current.customer as string
  sim.setPaymentBehaviour(customer, play.random.pick(['declines', 'requires_action']))
  await sim.advanceTo(current.current_period_end)
  if (play.random.chance(0.7)) sim.setPaymentBehaviour(customer, 'succeeds')
  await sim.advanceBy(play.random.between(4, 20) * day)
  sim.setPaymentBehaviour(customer, 'succeeds')
  return 'done'
}

async function cancel(play: Play): Promise<Acted> {
  const current = liveSubscription(play)
  // Cancels only half of the time, because most other steps need a live plan.
  if (!current || play.random.chance(0.5)) return 'not possible'
  const { stripe } = play.setup
  if (play.random.chance(0.5)) await stripe.subscriptions.cancel(current.id)
  else await stripe.subscriptions.update(current.id, { cancel_at_period_end: true })
  return 'done'
}

async function refundInvoice({ setup, random, companyId, refunds }: Play): Promise<Acted> {
  const paid = [...setup.sim.account.charges.values()].filter(
    (charge) => charge.paid && charge.invoice !== null && charge.amount_refunded < charge.amount,
  )
  if (paid.length === 0 || companyId === '') return 'not possible'
  const charge = random.pick(paid)
  const left = charge.amount - charge.amount_refunded
  const amount = random.chance(0.5) ? left : random.between(1, left)
  refunds.push(await setup.stripe.refunds.create({ charge: charge.id, amount }))
  return 'done'
}

async function stateAgain({ setup, random }: Play): Promise<Acted> {
  await setup.sim.emitAgain(random.pick(setup.sim.events).id)
  return 'done'
}
