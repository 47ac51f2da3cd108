// A random walk of a company over plans: its steps are drawn at random, and the provider's messages are delivered in
// order, in reverse, or later.
import { registeredEventTypes } from '@gatehouse/billing/provider-event'
import { postTransfer } from '@gatehouse/credits/post-transfer'
import { readAccount } from '@gatehouse/testkit/read-account'
import type { Stripe } from 'stripe'
import type { Random } from '../../../simulation/engine/random.ts'
import { comeToRest, receive } from '../webhook/deliver-order.ts'
import { type BillingSetup, proofIds } from '../webhook/open-billing-setup.ts'

export type Walk = {
  setup: BillingSetup
  random: Random
  companyId: string
  customerId: string
  spentMicros: bigint
  /** Amount that operators added to the customer's balance; it counts as paid. */
  giftsMinor: number
  /** Number of steps taken, by kind. */
  counts: Record<string, number>
  /** Start of the walk, position of its first event in the provider's list, and events not delivered yet. */
  startedAt: Date
  next: number
  waiting: Stripe.Event[]
}

export async function beginWalk(setup: BillingSetup, random: Random): Promise<Walk> {
  const companyId = await setup.addCompany()
  const startedAt = new Date(setup.sim.nowSeconds() * 1_000)
  const next = setup.sim.events.length
  const { id: customerId } = await setup.stripe.customers.create({ metadata: { company_id: companyId } })
  await setup.database
    .insertInto('provider_customers')
    .values({ provider_customer_id: customerId, company_id: companyId })
    .execute()
  const about = { setup, random, companyId, customerId, startedAt, next }
  return { ...about, spentMicros: 0n, giftsMinor: 0, counts: {}, waiting: [] }
}

export function count({ counts }: Walk, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1
}

export function liveSubscriptions({ setup, customerId }: Walk): Stripe.Subscription[] {
  return [...setup.sim.account.subscriptions.values()].filter(
    ({ customer, status }) =>
      customer === customerId && status !== 'canceled' && status !== 'incomplete_expired',
  )
}

const registered: ReadonlySet<string> = new Set(registeredEventTypes)

/**
 * Delivers the waiting events in order or in reverse, or leaves them for later. Events that the webhook is not
 * registered for are found only by the sweep.
 */
export async function deliverSome(walk: Walk): Promise<void> {
  const { setup, random } = walk
  const stated = setup.sim.events.slice(walk.next)
  walk.next = setup.sim.events.length
  walk.waiting.push(...stated.filter(({ type }) => registered.has(type)))
  if (random.chance(0.2)) return
  const order = random.chance(0.25) ? walk.waiting.toReversed() : walk.waiting
  walk.waiting = []
  for (const event of order) await receive(setup, event)
}

export async function deliverRest(walk: Walk): Promise<void> {
  const { setup } = walk
  // Repeated until nothing is new: billing ends a company's second subscription at the provider, which emits further
  // events.
  for (let added = 1; added > 0;) {
    added = (await setup.billing.sweep({ since: walk.startedAt })).added
    await comeToRest(setup)
  }
  walk.waiting = []
  walk.next = setup.sim.events.length
}

/** Never spends more than the balance: the call would be refused. */
export async function spend(walk: Walk): Promise<boolean> {
  const { setup, random, companyId } = walk
  const { balanceMicros } = await readAccount(setup.postgres, companyId)
  if (balanceMicros <= 0n) return false
  const amountMicros = (balanceMicros * BigInt(random.between(1, 100)) + 99n) / 100n
  await postTransfer(proofIds, setup.database, {
    owner: { id: companyId, kind: 'COMPANY' },
    businessKey: `spent:${proofIds.uuid()}`,
    kind: 'removal',
    type: 'ADJUSTMENT',
    amountMicros,
  })
  walk.spentMicros += amountMicros
  return true
}
