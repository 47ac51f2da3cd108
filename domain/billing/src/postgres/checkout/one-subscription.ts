// A company has at most one subscription at a time, and one trial of each plan.
import { Fault } from '@gatehouse/runtime/fault'
import type { Tables } from '@gatehouse/schema/tables'
import { type Kysely, sql } from 'kysely'
import { isActiveStatus } from '../../rules/subscription-order.ts'
import type { CheckoutDeps } from './checkout-deps.ts'

/**
 * Throws if the company has an active subscription. The provider is queried, because the event that ended it may be
 * late or lost.
 */
export async function refuseSecondSubscription(
  { database, provider }: Pick<CheckoutDeps, 'database' | 'provider'>,
  companyId: string,
): Promise<void> {
  const rows = await database
    .selectFrom('subscriptions')
    .select('provider_subscription_id')
    .where('company_id', '=', companyId)
    .where('is_active', '=', true)
    .execute()
  for (const { provider_subscription_id: id } of rows) {
    const { status } = await provider.readSubscription(id)
    if (!isActiveStatus(status)) continue
    throw new Fault({
      kind: 'conflict',
      code: 'billing.subscription_exists',
      publicMessage: 'The company has a plan already. Change, resume or cancel it in the billing portal.',
    })
  }
}

export async function hasTriedPlan(
  database: Kysely<Tables>,
  companyId: string,
  planId: string,
): Promise<boolean> {
  const { rows } = await sql<{ has_tried: boolean }>`
    select exists (select from paid_grants where business_key = ${`trial:${companyId}:${planId}`})
        or exists (select from subscriptions
                    where company_id = ${companyId} and plan_id = ${planId} and trial_end is not null) as has_tried`.execute(
    database,
  )
  return rows[0]?.has_tried ?? false
}
