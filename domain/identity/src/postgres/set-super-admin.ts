import { type AuditEntry, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Tables } from '@gatehouse/schema/tables'
import { type Transaction, sql } from 'kysely'

/** In the transaction of whoever asks. False if nothing had to change: then there is no audit entry either. */
export async function setSuperAdmin(
  { ids, tx }: { ids: Ids; tx: Transaction<Tables> },
  { userId, isSuperAdmin }: { userId: string; isSuperAdmin: boolean },
  by: Pick<AuditEntry, 'actor' | 'clientAddress' | 'requestId'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ is_super_admin: isSuperAdmin, updated_at: sql`now()` })
    .where('id', '=', userId)
    .where('is_super_admin', '!=', isSuperAdmin)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await recordAuditEntry(ids, tx, {
    ...by,
    companyId: null,
    action: isSuperAdmin ? 'user.grant_super_admin' : 'user.revoke_super_admin',
    subject: { kind: 'user', id: userId },
  })
  return true
}
