// A random walk of a company over plans: its steps are drawn at random, and the provider's messages are delivered in
// order, in reverse, or later.
import { postTransfer } from '@gatehouse/credits/post-transfer'
import { readAccount } from '@gatehouse/credits/read-account'
import { registeredEventTypes } from '@gatehouse/billing/provider-event'
import type { Stripe } from 'stripe'
import type { Random } from '../../../simulation/engine/random.ts'
import { comeToRest, receive } from '../webhook/deliver-order.ts'
import { type BillingStage, stageIds } from '../webhook/open-billing-stage.ts'

export type Walk = {
  stage: BillingStage
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

export async function beginWalk(stage: BillingStage, random: Random): Promise<Walk> {
  const companyId = await stage.addCompany()
  const startedAt = new Date(stage.sim.nowSeconds() * 1_000)
  const next = stage.sim.events.length
  const { id: customerId } = await stage.stripe.customers.create({ metadata: { company_id: companyId } })
  await stage.database
    .insertInto('provider_customers')
    .values({ provider_customer_id: customerId, company_id: companyId })
    .execute()
  const about = { stage, random, companyId, customerId, startedAt, next }
  return { ...about, spentMicros: 0n, giftsMinor: 0, counts: {}, waiting: [] }
}

export function count({ counts }: Walk, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1
}

export function liveSubscriptions({ stage, customerId }: Walk): Stripe.Subscription[] {
  return [...stage.sim.account.subscriptions.values()].filter(
    ({ customer, status }) =>
      customer === customerId && status !== 'canceled' && status !== 'incomplete_expired',
  )
}

const registered: ReadonlySet<string> = new Set(registeredEventTypes)

/**
 * Delivers events in order, in reverse, or not yet. Events that the webhook is not registered for are found only by the
 * sweep.
 */
export async function deliverSome(walk: Walk): Promise<void> {
  const { stage, random } = walk
  const stated = stage.sim.events.slice(walk.next)
  walk.next = stage.sim.events.length
  walk.waiting.push(...stated.filter(({ type }) => registered.has(type)))
  if (random.chance(0.2)) return
  const order = random.chance(0.25) ? walk.waiting.toReversed() : walk.waiting
  walk.waiting = []
  for (const event of order) await receive(stage, event)
}

export async function deliverRest(walk: Walk): Promise<void> {
  const { stage } = walk
  // Ending a second subscription emits further events.
  for (let added = 1; added > 0;) {
    added = (await stage.billing.sweep({ since: walk.startedAt })).added
    await comeToRest(stage)
  }
  walk.waiting = []
  walk.next = stage.sim.events.length
}

/** Never spends more than the balance: the call would be refused. */
export async function spend(walk: Walk): Promise<boolean> {
  const { stage, random, companyId } = walk
  const { balanceMicros } = await readAccount(stage.postgres, companyId)
  if (balanceMicros <= 0n) return false
  const amountMicros = (balanceMicros * BigInt(random.between(1, 100)) + 99n) / 100n
  await postTransfer(stageIds, stage.database, {
    owner: { id: companyId, kind: 'COMPANY' },
    businessKey: `spent:${stageIds.uuid()}`,
    kind: 'removal',
    type: 'ADJUSTMENT',
    amountMicros,
  })
  walk.spentMicros += amountMicros
  return true
}
