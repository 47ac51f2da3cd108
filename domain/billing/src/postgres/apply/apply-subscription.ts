import type { Tables } from '@gatehouse/schema/tables'
import { type Selectable, sql } from 'kysely'
import type { SubscriptionFact } from '../../facts/provider-fact.ts'
import {
  compareSubscriptionNews,
  isActiveStatus,
  rankOfSubscriptionEvent,
} from '../../rules/subscription-order.ts'
import { type Applied, type Applying, applied, tellWhoWaits } from './applying.ts'
import { companyWaitKey, findCompany } from './find-company.ts'
import { writeNotice } from './write-notice.ts'

type SubscriptionRow = Selectable<Tables['subscriptions']>

export async function applySubscription(
  applying: Applying,
  fact: SubscriptionFact,
  eventType: string,
): Promise<Applied> {
  const companyId = await findCompany(applying, fact)
  if (companyId === undefined) {
    const waitsFor = companyWaitKey(fact)
    return { kind: 'parked', waitsFor, reason: 'the subscription belongs to nobody known' }
  }
  // Of the same second as an update, and with what was true before it: it must not write any state.
  if (eventType === 'customer.subscription.trial_will_end') {
    await announceTrialEnd(applying, companyId, fact)
    return applied
  }
  await mirrorSubscription(applying, { companyId, fact, rank: rankOfSubscriptionEvent(eventType) })
  if (fact.cancellationReason === 'payment_disputed') await announceDispute(applying, companyId, fact)
  return applied
}

/**
 * What the provider answered when it was asked. `revision` is of the row before it was asked, so that an answer that was
 * overtaken by news, or by another answer, is not written.
 */
export async function applyAskedSubscription(
  applying: Applying,
  fact: SubscriptionFact,
  revision: bigint | null,
): Promise<Applied> {
  const stored = await lockSubscription(applying, fact.subscriptionId)
  if ((stored?.revision ?? null) !== revision) return { kind: 'overtaken' }
  if (stored) {
    await writeState(applying, fact, {
      event_created_at: stored.event_created_at,
      event_rank: stored.event_rank,
      needs_refetch: false,
    })
    return applied
  }
  const companyId = await findCompany(applying, fact)
  if (companyId === undefined) {
    const waitsFor = companyWaitKey(fact)
    return { kind: 'parked', waitsFor, reason: 'the subscription belongs to nobody known' }
  }
  await mirrorSubscription(applying, { companyId, fact, rank: 0 })
  return applied
}

type SubscriptionNews = { companyId: string; fact: SubscriptionFact; rank: number }

async function mirrorSubscription(
  applying: Applying,
  { companyId, fact, rank }: SubscriptionNews,
): Promise<void> {
  const { saidAt, book } = applying
  if (isActiveStatus(fact.status)) book.subscribedCompanyIds.add(companyId)
  const position = { event_created_at: saidAt, event_rank: rank }
  if (await insertSubscription(applying, { companyId, fact, rank })) {
    book.effects.push(`subscription ${fact.subscriptionId} is ${fact.status}`)
    await tellWhoWaits(applying, [`subscription:${fact.subscriptionId}`])
    return
  }
  const stored = await lockSubscription(applying, fact.subscriptionId)
  if (!stored) return
  const precedence = compareSubscriptionNews(
    { status: stored.status, createdAt: stored.event_created_at, rank: stored.event_rank },
    { status: fact.status, createdAt: saidAt, rank },
  )
  await noteSeen(applying, stored)
  const isOfOneSecond = stored.event_created_at.getTime() === saidAt.getTime()
  const isDoubtful = isOfOneSecond && fact.status !== 'CANCELED' && isDifferent(stored, fact)
  if (isDoubtful) book.subscriptionsToRead.add(fact.subscriptionId)
  if (precedence === 'older') {
    if (isDoubtful && stored.status !== 'CANCELED') await askLater(applying, stored)
    return
  }
  await writeState(applying, fact, { ...position, needs_refetch: isDoubtful })
  if (stored.status !== fact.status)
    book.effects.push(`subscription ${fact.subscriptionId} is ${fact.status}`)
}

async function insertSubscription(
  applying: Applying,
  { companyId, fact, rank }: SubscriptionNews,
): Promise<boolean> {
  const { tx, ids, saidAt } = applying
  const inserted = await tx
    .insertInto('subscriptions')
    .values({
      id: ids.uuid(),
      company_id: companyId,
      provider_subscription_id: fact.subscriptionId,
      ...toState(applying, fact),
      plan_id: await findPlan(applying, fact.priceId),
      event_created_at: saidAt,
      event_rank: rank,
    })
    .onConflict((conflict) => conflict.column('provider_subscription_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

async function lockSubscription(
  { tx }: Applying,
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

async function writeState(applying: Applying, fact: SubscriptionFact, position: Position): Promise<void> {
  await applying.tx
    .updateTable('subscriptions')
    .set({
      ...toState(applying, fact),
      plan_id: await findPlan(applying, fact.priceId),
      ...position,
      revision: sql`revision + 1`,
      updated_at: sql`now()`,
    })
    .where('provider_subscription_id', '=', fact.subscriptionId)
    .execute()
}

function toState({ saidAt }: Applying, fact: SubscriptionFact) {
  const isOver = fact.status === 'CANCELED'
  return {
    status: fact.status,
    is_active: isActiveStatus(fact.status),
    end_date: isOver ? (fact.endedAt ?? saidAt) : fact.cancelAt,
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

async function noteSeen({ tx }: Applying, { id }: SubscriptionRow): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ last_seen_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

async function askLater({ tx }: Applying, { id }: SubscriptionRow): Promise<void> {
  await tx.updateTable('subscriptions').set({ needs_refetch: true }).where('id', '=', id).execute()
}

async function findPlan({ tx }: Applying, priceId: string | null): Promise<string | null> {
  if (priceId === null) return null
  const plan = await tx
    .selectFrom('plans')
    .select('id')
    .where('provider_price_id', '=', priceId)
    .executeTakeFirst()
  return plan?.id ?? null
}

async function announceTrialEnd(
  applying: Applying,
  companyId: string,
  fact: SubscriptionFact,
): Promise<void> {
  const trialEndS = Math.floor((fact.trialEnd?.getTime() ?? 0) / 1_000)
  await writeNotice(applying, {
    companyId,
    key: `trial_will_end:${fact.subscriptionId}:${trialEndS}`,
    kind: 'subscription.trial_will_end',
    details: { subscription_id: fact.subscriptionId, trial_end: fact.trialEnd },
  })
}

async function announceDispute(applying: Applying, companyId: string, fact: SubscriptionFact): Promise<void> {
  const { subscriptionId } = fact
  applying.logger.error('a subscription ended because its payment is disputed', {
    subscription_id: subscriptionId,
    company_id: companyId,
  })
  const key = `disputed:${subscriptionId}`
  const details = { subscription_id: subscriptionId }
  await writeNotice(applying, { companyId, key, kind: 'subscription.payment_disputed', details })
}
