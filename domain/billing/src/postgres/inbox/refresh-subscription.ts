// Asks the provider how a subscription stands, where its messages contradict each other or did not come.
import { createApplyingBook, lockCustomer } from '../apply/applying.ts'
import { applyAskedSubscription } from '../apply/apply-subscription.ts'
import type { InboxDeps } from './inbox-deps.ts'

const attemptsMax = 4

/**
 * Never throws: a row that still has to be asked about says so, and the next round asks again. `saidAt` places an unknown subscription among its messages: not later than them, so that they can
 * overtake it.
 */
export async function refreshSubscription(
  deps: InboxDeps,
  subscriptionId: string,
  saidAt: Date,
): Promise<boolean> {
  try {
    for (let time = 1; time <= attemptsMax; time += 1) {
      if (await askOnce(deps, subscriptionId, saidAt)) return true
    }
  } catch (thrown) {
    deps.logger.warn('the provider could not be asked about a subscription', {
      error: thrown,
      subscription_id: subscriptionId,
    })
  }
  return false
}

/** False if the answer was overtaken. */
async function askOnce(deps: InboxDeps, subscriptionId: string, saidAt: Date): Promise<boolean> {
  const { database, ids, logger, provider, onNotice } = deps
  const before = await database
    .selectFrom('subscriptions')
    .select('revision')
    .where('provider_subscription_id', '=', subscriptionId)
    .executeTakeFirst()
  const fact = await provider.readSubscription(subscriptionId)
  const result = await database.transaction().execute(async (tx) => {
    await lockCustomer(tx, fact.customerId ?? subscriptionId)
    const applying = { tx, ids, logger, saidAt, book: createApplyingBook(), onNotice }
    return applyAskedSubscription(applying, fact, before?.revision ?? null)
  })
  return result.kind !== 'overtaken'
}

export async function refreshDoubtfulSubscriptions(deps: InboxDeps): Promise<number> {
  const rows = await deps.database
    .selectFrom('subscriptions')
    .select(['provider_subscription_id', 'event_created_at'])
    .where('needs_refetch', '=', true)
    .limit(100)
    .execute()
  for (const row of rows) {
    await refreshSubscription(deps, row.provider_subscription_id, row.event_created_at)
  }
  return rows.length
}
