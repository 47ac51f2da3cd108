// Stops the automatic top-up of a company until an admin sets it again.
import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { enqueueEvent } from '@gatehouse/outgoing-events/enqueue-event'
import { sql } from 'kysely'
import { type ApplyContext, writeNotice } from '../apply/apply-context.ts'

/** The actor of changes that billing makes without a person. */
export const billingService = { kind: 'service', id: 'billing' } as const

/** Returns when it stopped; undefined if it is off or had stopped before. */
export async function stopTopUp(
  { tx, ids }: Pick<ApplyContext, 'tx' | 'ids'>,
  companyId: string,
  reason: string,
): Promise<Date | undefined> {
  const stopped = await tx
    .updateTable('top_up_settings')
    .set({ stopped_at: sql<Date>`now()`, stopped_reason: reason, updated_at: sql`now()` })
    .where('company_id', '=', companyId)
    .where('stopped_at', 'is', null)
    .returning('stopped_at')
    .executeTakeFirst()
  if (!stopped?.stopped_at) return undefined
  await recordAuditEntry(ids, tx, {
    companyId,
    actor: billingService,
    action: 'top_up.stop',
    subject: { kind: 'company', id: companyId },
    details: { reason },
  })
  return stopped.stopped_at
}

/** Stops it for another reason than a failed payment, and reports this to the company. */
export async function stopAndReport(context: ApplyContext, companyId: string, reason: string): Promise<void> {
  const stoppedAt = await stopTopUp(context, companyId, reason)
  if (!stoppedAt) return
  const key = `${companyId}:${stoppedAt.toISOString()}`
  await writeNotice(context, {
    companyId,
    key: `top-up-stopped:${key}`,
    kind: 'top_up.stopped',
    details: { reason },
  })
  const { ids, tx } = context
  await enqueueEvent(ids, tx, { companyId, type: 'top_up.stopped', key, data: { reason } })
}

/**
 * Without this, the credits that a refund takes back would be bought again with the same card within seconds, and a
 * disputed card would be charged again.
 */
export function stopAfterTakeBack(context: ApplyContext, companyId: string): Promise<void> {
  return stopAndReport(context, companyId, 'a payment was refunded or disputed')
}
