import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Tables } from '@gatehouse/schema/tables'
import { type Transaction, sql } from 'kysely'

/** Revokes the open invitations that this user sent for the company, because they have lost the right to invite. */
export async function endInvitationsOf(
  { ids, tx }: { ids: Ids; tx: Transaction<Tables> },
  { companyId, userId }: { companyId: string; userId: string },
  by: AuditActor,
): Promise<void> {
  const ended = await tx
    .updateTable('invitations')
    .set({ ended_at: sql`now()`, end_reason: 'REVOKED' })
    .where('company_id', '=', companyId)
    .where('invited_by', '=', userId)
    .where('ended_at', 'is', null)
    .returning(['id', 'email'])
    .execute()
  for (const { id, email } of ended) {
    await recordAuditEntry(ids, tx, {
      ...by,
      companyId,
      action: 'invitation.revoke',
      subject: { kind: 'invitation', id },
      details: { email, invited_by: userId },
    })
  }
}
