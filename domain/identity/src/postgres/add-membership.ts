import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Tables } from '@gatehouse/schema/tables'
import type { Transaction } from 'kysely'
import type { Membership } from '../membership.ts'

/** Runs in the caller's transaction. Replaces an existing role. */
export async function addMembership(
  { ids, tx }: { ids: Ids; tx: Transaction<Tables> },
  { companyId, userId, role }: Membership,
  by: AuditActor,
): Promise<void> {
  await tx
    .insertInto('memberships')
    .values({ company_id: companyId, user_id: userId, role })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doUpdateSet({ role }))
    .execute()
  await recordAuditEntry(ids, tx, {
    ...by,
    companyId,
    action: 'membership.set',
    subject: { kind: 'user', id: userId },
    details: { role },
  })
}
