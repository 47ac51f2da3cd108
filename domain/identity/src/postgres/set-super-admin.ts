import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Tables } from '@gatehouse/schema/tables'
import { type Transaction, sql } from 'kysely'

/** Runs in the caller's transaction. Returns false, without an audit entry, if nothing had to change. */
export async function setSuperAdmin(
  { ids, tx }: { ids: Ids; tx: Transaction<Tables> },
  { userId, isSuperAdmin }: { userId: string; isSuperAdmin: boolean },
  by: AuditActor,
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
