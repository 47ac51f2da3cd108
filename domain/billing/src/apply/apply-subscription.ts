import type { Tables } from '@gatehouse/schema/tables'
import { type Selectable, sql } from 'kysely'
import type { SubscriptionFact } from '../facts/provider-fact.ts'
import { compareSubscriptionStates, isActiveStatus, rankOfSubscriptionEvent } from '../rules/event-order.ts'
import { type Applied, type ApplyContext, applied, wakeParkedEvents, writeNotice } from './apply-context.ts'
import { companyWaitKey, findCompany } from './find-company.ts'

type SubscriptionRow = Selectable<Tables['subscriptions']>

export async function applySubscription(
  context: ApplyContext,
  fact: SubscriptionFact,
  eventType: string,
): Promise<Applied> {
  const companyId = await findCompany(context, fact)
  if (companyId === undefined) {
    const waitsFor = companyWaitKey(fact)
    return { kind: 'parked', waitsFor, reason: 'the company of the subscription is unknown' }
  }
  // This event can be created in the same second as an update and carry the state before that update, so it must not
  // write state.
  if (eventType === 'customer.subscription.trial_will_end') {
    await announceTrialEnd(context, companyId, fact)
    return applied
  }
  await mirrorSubscription(context, { companyId, fact, rank: rankOfSubscriptionEvent(eventType) })
  if (fact.cancellationReason === 'payment_disputed') await announceDispute(context, companyId, fact)
  return applied
}

/**
 * Applies a subscription that was fetched from the provider. `revision` is that of the row before the fetch: a response
 * that was overtaken by an event or by another fetch is discarded.
 */
export async function applyFetchedSubscription(
  context: ApplyContext,
  fact: SubscriptionFact,
  revision: bigint | null,
): Promise<Applied> {
  const stored = await lockSubscription(context, fact.subscriptionId)
  if ((stored?.revision ?? null) !== revision) return { kind: 'overtaken' }
  if (stored) {
    await writeState(context, fact, {
      event_created_at: stored.event_created_at,
      event_rank: stored.event_rank,
      needs_refetch: false,
    })
    return applied
  }
  const companyId = await findCompany(context, fact)
  if (companyId === undefined) {
    const waitsFor = companyWaitKey(fact)
    return { kind: 'parked', waitsFor, reason: 'the company of the subscription is unknown' }
  }
  await mirrorSubscription(context, { companyId, fact, rank: 0 })
  return applied
}

type SubscriptionUpdate = { companyId: string; fact: SubscriptionFact; rank: number }

async function mirrorSubscription(
  context: ApplyContext,
  { companyId, fact, rank }: SubscriptionUpdate,
): Promise<void> {
  const { asOf, effects } = context
  if (isActiveStatus(fact.status)) effects.subscribedCompanyIds.add(companyId)
  const position = { event_created_at: asOf, event_rank: rank }
  if (await insertSubscription(context, { companyId, fact, rank })) {
    effects.summary.push(`subscription ${fact.subscriptionId} is ${fact.status}`)
    await wakeParkedEvents(context, [`subscription:${fact.subscriptionId}`])
    return
  }
  const stored = await lockSubscription(context, fact.subscriptionId)
  if (!stored) return
  const precedence = compareSubscriptionStates(
    { status: stored.status, createdAt: stored.event_created_at, rank: stored.event_rank },
    { status: fact.status, createdAt: asOf, rank },
  )
  await markSeen(context, stored)
  const isSameSecond = stored.event_created_at.getTime() === asOf.getTime()
  const isAmbiguous = isSameSecond && fact.status !== 'CANCELED' && isDifferent(stored, fact)
  if (isAmbiguous) effects.subscriptionsToRead.add(fact.subscriptionId)
  if (precedence === 'older') {
    if (isAmbiguous && stored.status !== 'CANCELED') await markForRefetch(context, stored)
    return
  }
  await writeState(context, fact, { ...position, needs_refetch: isAmbiguous })
  if (stored.status !== fact.status)
    effects.summary.push(`subscription ${fact.subscriptionId} is ${fact.status}`)
}

async function insertSubscription(
  context: ApplyContext,
  { companyId, fact, rank }: SubscriptionUpdate,
): Promise<boolean> {
  const { tx, ids, asOf } = context
  const inserted = await tx
    .insertInto('subscriptions')
    .values({
      id: ids.uuid(),
      company_id: companyId,
      provider_subscription_id: fact.subscriptionId,
      ...toState(context, fact),
      plan_id: await findPlan(context, fact.priceId),
      event_created_at: asOf,
      event_rank: rank,
    })
    .onConflict((conflict) => conflict.column('provider_subscription_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

async function lockSubscription(
  { tx }: ApplyContext,
  subscriptionId: string,
): Promise<SubscriptionRow | undefined> {
  return tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('provider_subscription_id', '=', subscriptionId)
    .forUpdate()
    .executeTakeFirst()
}

type Position = { event_created_at: Date; event_rank: number; needs_refetch: boolean }

async function writeState(context: ApplyContext, fact: SubscriptionFact, position: Position): Promise<void> {
  await context.tx
    .updateTable('subscriptions')
    .set({
      ...toState(context, fact),
      plan_id: await findPlan(context, fact.priceId),
      ...position,
      revision: sql`revision + 1`,
      updated_at: sql`now()`,
    })
    .where('provider_subscription_id', '=', fact.subscriptionId)
    .execute()
}

function toState({ asOf }: ApplyContext, fact: SubscriptionFact) {
  const isOver = fact.status === 'CANCELED'
  return {
    status: fact.status,
    is_active: isActiveStatus(fact.status),
    end_date: isOver ? (fact.endedAt ?? asOf) : fact.cancelAt,
    provider_customer_id: fact.customerId,
    provider_created_at: fact.createdAt,
    provider_price_id: fact.priceId,
    current_period_start: fact.currentPeriodStart,
    current_period_end: fact.currentPeriodEnd,
    trial_end: fact.trialEnd,
    cancel_at: fact.cancelAt,
    cancel_at_period_end: fact.cancelAtPeriodEnd,
    pause_behavior: fact.pauseBehavior,
  }
}

function isDifferent(stored: SubscriptionRow, fact: SubscriptionFact): boolean {
  return (
    stored.status !== fact.status ||
    stored.provider_price_id !== fact.priceId ||
    stored.cancel_at_period_end !== fact.cancelAtPeriodEnd ||
    stored.pause_behavior !== fact.pauseBehavior ||
    stored.current_period_end?.getTime() !== fact.currentPeriodEnd?.getTime()
  )
}

async function markSeen({ tx }: ApplyContext, { id }: SubscriptionRow): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ last_seen_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

async function markForRefetch({ tx }: ApplyContext, { id }: SubscriptionRow): Promise<void> {
  await tx.updateTable('subscriptions').set({ needs_refetch: true }).where('id', '=', id).execute()
}

async function findPlan({ tx }: ApplyContext, priceId: string | null): Promise<string | null> {
  if (priceId === null) return null
  const plan = await tx
    .selectFrom('plans')
    .select('id')
    .where('provider_price_id', '=', priceId)
    .executeTakeFirst()
  return plan?.id ?? null
}

async function announceTrialEnd(
  context: ApplyContext,
  companyId: string,
  fact: SubscriptionFact,
): Promise<void> {
  const trialEndS = Math.floor((fact.trialEnd?.getTime() ?? 0) / 1_000)
  await writeNotice(context, {
    companyId,
    key: `trial_will_end:${fact.subscriptionId}:${trialEndS}`,
    kind: 'subscription.trial_will_end',
    details: { subscription_id: fact.subscriptionId, trial_end: fact.trialEnd },
  })
}

async function announceDispute(
  context: ApplyContext,
  companyId: string,
  fact: SubscriptionFact,
): Promise<void> {
  const { subscriptionId } = fact
  context.logger.error('subscription ended by a payment dispute', {
    subscription_id: subscriptionId,
    company_id: companyId,
  })
  const key = `disputed:${subscriptionId}`
  const details = { subscription_id: subscriptionId }
  await writeNotice(context, { companyId, key, kind: 'subscription.payment_disputed', details })
}
