// Two payment pages open at the same time can both be paid, which leaves a company with two subscriptions. It keeps the
// credits of both, because it paid for them; the later one is set to end with its period, and the company is notified.
import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { createAppliedEffects, writeNotice } from '../apply/apply-context.ts'
import type { InboxDeps } from '../billing-deps.ts'
import { refreshSubscription } from './refresh-subscription.ts'

type Surplus = {
  id: string
  company_id: string
  ends_at: Date | null
  rival_id: string
  seen_at: Date
  rival_seen_at: Date
}

/** Never throws: the next run finds again what could not be ended. Returns the number set to end. */
export async function endSurplusSubscriptions(deps: InboxDeps, companyId?: string): Promise<number> {
  let ended = 0
  try {
    for (const found of await findSurplus(deps, { companyId })) {
      if (await endSurplus(deps, found)) ended += 1
    }
  } catch (thrown) {
    deps.logger.warn('surplus subscription could not be ended', { error: thrown, company_id: companyId })
  }
  return ended
}

async function endSurplus(deps: InboxDeps, { id, rival_id: rivalId, ...seen }: Surplus): Promise<boolean> {
  // Our rows may be stale: a subscription that has already ended at the provider does not conflict with its successor.
  const isKnown =
    (await refreshSubscription(deps, rivalId, seen.rival_seen_at)) &&
    (await refreshSubscription(deps, id, seen.seen_at))
  const [surplus] = isKnown ? await findSurplus(deps, { id }) : []
  if (!surplus) return false
  await notify(deps, surplus)
  await deps.provider.endWithPeriod(id)
  deps.logger.warn('company paid for a second subscription, which was set to end', {
    company_id: surplus.company_id,
    subscription_id: id,
  })
  return refreshSubscription(deps, id, seen.seen_at)
}

/** Finds renewing subscriptions that started after another renewing one of the same company. */
async function findSurplus({ databases }: InboxDeps, only: SurplusFilter): Promise<Surplus[]> {
  const searched = only.companyId === undefined ? databases.all() : [databases.of(only.companyId)]
  return (await Promise.all(searched.map((database) => findInShard(database, only)))).flat()
}

type SurplusFilter = { companyId?: string | undefined; id?: string }

async function findInShard(database: Database, only: SurplusFilter): Promise<Surplus[]> {
  const { rows } = await sql<Surplus>`
    select distinct on (s.provider_subscription_id) s.provider_subscription_id as id, s.company_id,
           s.current_period_end as ends_at, r.provider_subscription_id as rival_id,
           s.event_created_at as seen_at, r.event_created_at as rival_seen_at
      from subscriptions s
      join subscriptions r on r.company_id = s.company_id and r.is_active and r.cancel_at is null
       and not r.cancel_at_period_end
       and (coalesce(r.provider_created_at, r.created_at), r.provider_subscription_id)
         < (coalesce(s.provider_created_at, s.created_at), s.provider_subscription_id)
     where s.is_active and s.cancel_at is null and not s.cancel_at_period_end
       and (${only.companyId ?? null}::uuid is null or s.company_id = ${only.companyId ?? null}::uuid)
       and (${only.id ?? null}::text is null or s.provider_subscription_id = ${only.id ?? null}::text)
     order by s.provider_subscription_id, r.provider_created_at
     limit 100`.execute(database)
  return rows
}

/**
 * Runs before the subscription is ended: if the provider is unavailable, the next run finds the subscription again, and
 * the notice is still written only once.
 */
async function notify(
  { databases, ids, logger, clock, onNotice }: InboxDeps,
  surplus: Surplus,
): Promise<void> {
  const asOf = new Date(clock.wallMs())
  await databases
    .of(surplus.company_id)
    .transaction()
    .execute((tx) =>
      writeNotice(
        { tx, ids, logger, asOf, effects: createAppliedEffects(), onNotice },
        {
          companyId: surplus.company_id,
          key: `surplus:${surplus.id}`,
          kind: 'subscription.surplus',
          details: { subscription_id: surplus.id, ends_at: surplus.ends_at },
        },
      ),
    )
}
