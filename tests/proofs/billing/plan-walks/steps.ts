// Steps that a company, its bank and its operators can take with plans. A step returns false if it is not possible now.
import { Fault } from '@gatehouse/runtime/fault'
import { startPackCheckout, startPlanCheckout } from '@gatehouse/billing/start-checkout'
import type { Stripe } from 'stripe'
import type { OfferedPlan } from '../webhook/open-billing-setup.ts'
import { count, liveSubscriptions, spend, type Walk } from './walk.ts'

type Step = (walk: Walk) => Promise<boolean>

const day = 86_400

export const firstStep = ['subscribe', subscribe] as const

export const steps: readonly (readonly [name: string, step: Step])[] = [
  firstStep,
  ['two pages', subscribeTwice],
  ['change up', (walk) => changePlan(walk, 'up')],
  ['change up', (walk) => changePlan(walk, 'up')],
  ['change down', (walk) => changePlan(walk, 'down')],
  ['change down', (walk) => changePlan(walk, 'down')],
  ['change to free', (walk) => changePlan(walk, 'free')],
  ['month ↔ year', (walk) => changePlan(walk, 'interval')],
  ['renewal', renew],
  ['renewal', renew],
  ['days pass', passDays],
  ['days pass', passDays],
  ['failed renewal', failRenewal],
  ['cancel', cancel],
  ['cancel', cancel],
  ['refund', refund],
  ['refund', refund],
  ['failed refund', failRefund],
  ['dispute', openDispute],
  ['dispute', openDispute],
  ['dispute closed', closeDispute],
  ['customer balance', giveBalance],
  ['pack', buyPack],
  ['spend', spend],
  ['spend', spend],
]

async function beginCheckout({ setup, random, companyId }: Walk): Promise<string> {
  const buyer = { companyId, userId: null }
  return (await startPlanCheckout(setup.billing.checkout, random.pick(setup.plans).id, buyer)).sessionId
}

/** Subscribes to a plan. The checkout is refused while our side knows of a live subscription. */
async function subscribe(walk: Walk): Promise<boolean> {
  try {
    await walk.setup.sim.pay(await beginCheckout(walk))
    return true
  } catch (thrown) {
    if (!(thrown instanceof Fault && thrown.code === 'billing.subscription_exists')) throw thrown
    count(walk, 'second checkout refused')
    return false
  }
}

async function subscribeTwice(walk: Walk): Promise<boolean> {
  if (liveSubscriptions(walk).length > 0) return false
  try {
    const pages = [await beginCheckout(walk), await beginCheckout(walk)]
    for (const page of pages) await walk.setup.sim.pay(page)
    return true
  } catch (thrown) {
    // Billing may not have received the cancellation of an earlier subscription yet.
    if (!(thrown instanceof Fault && thrown.code === 'billing.subscription_exists')) throw thrown
    return false
  }
}

type Direction = 'up' | 'down' | 'free' | 'interval'

async function changePlan(walk: Walk, direction: Direction): Promise<boolean> {
  const { setup, random } = walk
  const live = liveSubscriptions(walk).filter(({ status }) => status !== 'paused')
  if (live.length === 0) return false
  const subscription = random.pick(live)
  const item = subscription.items.data[0]
  const current = setup.plans.find(({ priceId }) => priceId === item?.price.id)
  const others = current ? setup.plans.filter((plan) => isTowards(direction, current, plan)) : []
  if (!item || others.length === 0) return false
  const proration = random.pick([
    'always_invoice',
    'always_invoice',
    'always_invoice',
    'create_prorations',
    'none',
  ] as const)
  await setup.stripe.subscriptions.update(subscription.id, {
    items: [{ id: item.id, price: random.pick(others).priceId }],
    proration_behavior: proration,
  })
  count(walk, proration)
  return true
}

function isTowards(direction: Direction, current: OfferedPlan, plan: OfferedPlan): boolean {
  if (direction === 'interval') return plan.interval !== current.interval
  if (plan.interval !== current.interval || plan === current) return false
  if (direction === 'free') return plan.priceMinor === 0
  return direction === 'up' ? plan.priceMinor > current.priceMinor : plan.priceMinor < current.priceMinor
}

async function passDays({ setup, random }: Walk): Promise<boolean> {
  await setup.sim.advanceBy(random.between(1, 20 * day))
  return true
}

async function renew(walk: Walk): Promise<boolean> {
  const { setup, random } = walk
  const live = liveSubscriptions(walk)
  if (live.length === 0) return false
  await setup.sim.advanceTo(random.pick(live).current_period_end + random.between(0, day))
  return true
}

async function failRenewal(walk: Walk): Promise<boolean> {
  const { setup, random, customerId } = walk
  const live = liveSubscriptions(walk).filter(({ status }) => status === 'active')
  if (live.length === 0) return false
  setup.sim.setPaymentBehaviour(customerId, 'declines')
  await setup.sim.advanceTo(random.pick(live).current_period_end + 60)
  // If the plan is changed or cancelled now, the provider credits unused time that was never paid.
  if (random.chance(0.5))
    await (random.chance(0.5) ? cancel(walk) : changePlan(walk, random.pick(['down', 'free'])))
  setup.sim.setPaymentBehaviour(customerId, 'succeeds')
  if (random.chance(0.5)) await setup.sim.advanceBy(random.between(1, 16) * day)
  return true
}

async function cancel(walk: Walk): Promise<boolean> {
  const { setup, random } = walk
  const live = liveSubscriptions(walk)
  if (live.length === 0) return false
  const { id } = random.pick(live)
  const { subscriptions } = setup.stripe
  const how = random.pick(['now', 'credited', 'credited later', 'at the end', 'resumed'])
  if (how === 'now') await subscriptions.cancel(id)
  else if (how === 'credited') await subscriptions.cancel(id, { prorate: true, invoice_now: true })
  else if (how === 'credited later') await subscriptions.cancel(id, { prorate: true })
  else await subscriptions.update(id, { cancel_at_period_end: how === 'at the end' })
  return true
}

type Charge =
  Walk['setup']['sim']['account']['charges'] extends ReadonlyMap<string, infer Value> ? Value : never

function paidCharges({ setup, customerId }: Walk): Charge[] {
  return [...setup.sim.account.charges.values()].filter(
    (charge) => charge.paid && charge.customer === customerId,
  )
}

export function openDisputes(walk: Walk): Stripe.Dispute[] {
  const own = new Set(paidCharges(walk).map(({ id }) => id))
  return [...walk.setup.sim.account.disputes.values()].filter(
    ({ charge, status }) =>
      typeof charge === 'string' && own.has(charge) && status !== 'won' && status !== 'lost',
  )
}

/** The provider does not refund a disputed charge. */
async function refund(walk: Walk): Promise<boolean> {
  const { setup, random } = walk
  const left = paidCharges(walk).filter(
    ({ disputed, amount, amount_refunded }) => !disputed && amount > amount_refunded,
  )
  if (left.length === 0) return false
  const charge = random.pick(left)
  const all = charge.amount - charge.amount_refunded
  const amount = random.chance(0.5) ? all : random.between(1, all)
  await setup.stripe.refunds.create({ charge: charge.id, amount })
  return true
}

async function failRefund(walk: Walk): Promise<boolean> {
  const own = new Set(
    paidCharges(walk)
      .filter(({ disputed }) => !disputed)
      .map(({ id }) => id),
  )
  const alive = [...walk.setup.sim.account.refunds.values()].filter(
    ({ charge, status }) => typeof charge === 'string' && own.has(charge) && status === 'succeeded',
  )
  if (alive.length === 0) return false
  await walk.setup.sim.failRefund(walk.random.pick(alive).id)
  return true
}

async function openDispute(walk: Walk): Promise<boolean> {
  const open = new Set(openDisputes(walk).map(({ charge }) => charge))
  const charges = paidCharges(walk).filter(({ id }) => !open.has(id) && !isLost(walk, id))
  if (charges.length === 0) return false
  await walk.setup.sim.openDispute(walk.random.pick(charges).id)
  return true
}

function isLost({ setup }: Walk, chargeId: string): boolean {
  return [...setup.sim.account.disputes.values()].some(
    ({ charge, status }) => charge === chargeId && status === 'lost',
  )
}

export async function closeDispute(walk: Walk): Promise<boolean> {
  const open = openDisputes(walk)
  if (open.length === 0) return false
  await walk.setup.sim.closeDispute(walk.random.pick(open).id, walk.random.pick(['won', 'lost']))
  return true
}

async function giveBalance(walk: Walk): Promise<boolean> {
  const { setup, random, customerId } = walk
  if (random.chance(0.5)) return false
  const gift = random.between(1, 10_000)
  const { balance } = setup.sim.account.customers.get(customerId) ?? { balance: 0 }
  await setup.stripe.customers.update(customerId, { balance: balance - gift })
  walk.giftsMinor += gift
  return true
}

async function buyPack(walk: Walk): Promise<boolean> {
  const { setup, random, companyId } = walk
  const pack = random.pick(setup.packs.filter(({ priceMinor }) => priceMinor > 0))
  const buyer = { companyId, userId: null }
  await setup.sim.pay((await startPackCheckout(setup.billing.checkout, pack.id, buyer)).sessionId)
  return true
}
