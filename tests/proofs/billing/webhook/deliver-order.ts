// Delivers a history to the inbox in some order, with duplicates, with losses that the sweep fills, and partly
// concurrently; then waits until everything is applied.
import { registeredEventTypes } from '@gatehouse/billing/provider-event'
import type { Stripe } from 'stripe'
import type { Random } from '../../../simulation/engine/random.ts'
import type { BillingSetup } from './open-billing-setup.ts'

export type DeliveryOrder = {
  random: Random
  /** False for the provider's own order, without losses or duplicates. */
  isShuffled: boolean
}

export type OrderCounts = { delivered: number; duplicates: number; lost: number }

const registered: ReadonlySet<string> = new Set(registeredEventTypes)

export async function deliverOrder(
  setup: BillingSetup,
  { random, isShuffled }: DeliveryOrder,
): Promise<OrderCounts> {
  const sent = setup.sim.events.filter(({ type }) => registered.has(type))
  const plan = isShuffled ? planOrder(random, sent) : { order: sent, lost: 0, duplicates: 0 }
  const sweepsAt = isShuffled && random.chance(0.3) ? random.below(plan.order.length) : -1
  for (let at = 0; at < plan.order.length;) {
    const together = plan.order.slice(at, at + (isShuffled && random.chance(0.2) ? 4 : 1))
    await Promise.all(together.map((event) => receive(setup, event)))
    if (at <= sweepsAt && sweepsAt < at + together.length) await sweep(setup)
    at += together.length
  }
  await sweep(setup)
  await comeToRest(setup)
  return { delivered: plan.order.length, duplicates: plan.duplicates, lost: plan.lost }
}

export async function receive({ billing }: BillingSetup, event: Stripe.Event): Promise<void> {
  await billing.inbox.receive(billing.events.readEvent(structuredClone(event)))
}

function planOrder(random: Random, events: readonly Stripe.Event[]) {
  const lossRate = random.pick([0, 0.1, 0.3, 0.6])
  const kept = events.filter(() => !random.chance(lossRate))
  const copies = kept.filter(() => random.chance(0.25))
  const order = shuffle(random, [...kept, ...copies])
  return { order, lost: events.length - kept.length, duplicates: copies.length }
}

function shuffle<Item>(random: Random, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: random.next() }))
    .sort((left, right) => left.place - right.place)
    .map(({ item }) => item)
}

/** Sweeps all events: their times are those of the simulator's clock, so the sweep's usual start does not fit. */
async function sweep({ billing }: BillingSetup): Promise<void> {
  await billing.sweep({ since: new Date(0) })
}

/** Makes parked events due now, because a proof does not wait for minutes. */
export async function comeToRest({ billing, postgres }: BillingSetup): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    const { rowCount } = await postgres.query(
      `update provider_events set next_attempt_at = now() where status in ('RECEIVED', 'PARKED')`,
    )
    if (rowCount === 0) break
    await billing.inbox.retryDue(1_000)
  }
  const checkSubscriptions = billing.jobs.find(({ name }) => name === 'check subscriptions')
  await checkSubscriptions?.run()
}

/** Counts events that could not be applied in the end. */
export async function countUnfinished({ postgres }: BillingSetup): Promise<number> {
  const { rows } = await postgres.query<{ count: bigint }>(
    `select count(*) as count from provider_events where status in ('RECEIVED', 'PARKED', 'QUARANTINED')`,
  )
  return Number(rows[0]?.count ?? 0)
}
