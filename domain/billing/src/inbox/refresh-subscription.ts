// Fetches a subscription from the provider where its events contradict each other or are missing.
import { createAppliedEffects, lockCustomer } from '../apply/apply-context.ts'
import { applyFetchedSubscription } from '../apply/apply-subscription.ts'
import type { InboxDeps } from '../billing-deps.ts'

const attemptsMax = 4

/**
 * Never throws: if the fetch fails, a row marked `needs_refetch` is retried by the next run of
 * `refreshAmbiguousSubscriptions`. `asOf` is the event time for a subscription that has no row yet. It must not be
 * later than any event of the subscription, so that those events can replace the fetched state.
 */
export async function refreshSubscription(
  deps: InboxDeps,
  subscriptionId: string,
  asOf: Date,
): Promise<boolean> {
  try {
    for (let time = 1; time <= attemptsMax; time += 1) {
      if (await refreshOnce(deps, subscriptionId, asOf)) return true
    }
  } catch (thrown) {
    deps.logger.warn('subscription could not be fetched from the payment provider', {
      error: thrown,
      subscription_id: subscriptionId,
    })
  }
  return false
}

/** False if the response was overtaken by a later write. */
async function refreshOnce(deps: InboxDeps, subscriptionId: string, asOf: Date): Promise<boolean> {
  const { database, ids, logger, provider, onNotice } = deps
  const before = await database
    .selectFrom('subscriptions')
    .select('revision')
    .where('provider_subscription_id', '=', subscriptionId)
    .executeTakeFirst()
  const fact = await provider.readSubscription(subscriptionId)
  const result = await database.transaction().execute(async (tx) => {
    await lockCustomer(tx, fact.customerId ?? subscriptionId)
    const context = { tx, ids, logger, asOf, effects: createAppliedEffects(), onNotice }
    return applyFetchedSubscription(context, fact, before?.revision ?? null)
  })
  return result.kind !== 'overtaken'
}

export async function refreshAmbiguousSubscriptions(deps: InboxDeps): Promise<number> {
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
