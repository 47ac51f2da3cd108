// Ends subscriptions for which no more events can arrive, because they belong to an account or a mode that is no longer
// used.
import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Shards } from '@gatehouse/postgres/shards'
import type { Clock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { deactivatedRank } from '../rules/event-order.ts'

export type StaleSelection = { ids: readonly string[] } | { notSeenSince: Date }

export type StaleSubscription = {
  id: string
  companyId: string
  providerSubscriptionId: string
  lastSeenAt: Date
}

export type DeactivateDeps = {
  databases: Shards<Database>
  ids: Ids
  clock: Pick<Clock, 'wallMs'>
}

export type DeactivateOptions = { isDryRun: boolean; by: AuditActor }

/**
 * Returns the subscriptions that it ended, or would end in a dry run. Touches only active ones, so it can be repeated.
 */
export async function deactivateStaleSubscriptions(
  { databases, ids, clock }: DeactivateDeps,
  selection: StaleSelection,
  options: DeactivateOptions,
): Promise<readonly StaleSubscription[]> {
  if ('ids' in selection && selection.ids.length === 0) return []
  // No subscription was seen after now, so a mistyped year would end all of them.
  if ('notSeenSince' in selection && selection.notSeenSince.getTime() > clock.wallMs()) throw timeInFuture()
  const deactivated: StaleSubscription[] = []
  for (const database of databases.all())
    deactivated.push(...(await deactivateInShard(database, selection, { ids, ...options })))
  return deactivated
}

function timeInFuture(): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'billing.time_in_future',
    publicMessage: 'The time since which a subscription was not seen must not be in the future.',
    input: 'notSeenSince',
  })
}

async function deactivateInShard(
  database: Database,
  selection: StaleSelection,
  { ids, isDryRun, by }: DeactivateOptions & { ids: Ids },
): Promise<readonly StaleSubscription[]> {
  return database.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('subscriptions')
      .select(['id', 'company_id', 'provider_subscription_id', 'last_seen_at', 'status'])
      .where('is_active', '=', true)
      .where((where) =>
        'ids' in selection
          ? where('id', 'in', [...selection.ids])
          : where('last_seen_at', '<', selection.notSeenSince),
      )
      .orderBy('id')
      .forUpdate()
      .execute()
    const stale = rows.map((row) => ({
      id: row.id,
      companyId: row.company_id,
      providerSubscriptionId: row.provider_subscription_id,
      lastSeenAt: row.last_seen_at,
    }))
    if (isDryRun || rows.length === 0) return stale
    await tx
      .updateTable('subscriptions')
      .set({
        status: 'CANCELED',
        is_active: false,
        end_date: sql`now()`,
        updated_at: sql`now()`,
        // Older events still in flight do not reactivate the subscription; a newer one does, because it proves that the
        // subscription was not stale.
        event_created_at: sql`greatest(event_created_at, now())`,
        event_rank: deactivatedRank,
        needs_refetch: false,
        revision: sql`revision + 1`,
      })
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
    for (const row of rows) {
      await recordAuditEntry(ids, tx, {
        companyId: row.company_id,
        ...by,
        action: 'subscription.deactivate_stale',
        subject: { kind: 'subscription', id: row.id },
        details: { provider_subscription_id: row.provider_subscription_id, status_before: row.status },
      })
    }
    return stale
  })
}
