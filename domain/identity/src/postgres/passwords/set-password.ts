import { type AuditEntry, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Tables } from '@gatehouse/schema/tables'
import { type Transaction, sql } from 'kysely'

/** In the transaction of whoever asks. Whoever was logged in with the old password has to log in again. */
export async function setPassword(
  { ids, tx }: { ids: Ids; tx: Transaction<Tables> },
  { userId, passwordHash }: { userId: string; passwordHash: string },
  by: Pick<AuditEntry, 'actor' | 'clientAddress' | 'requestId'>,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute()
  await tx
    .updateTable('login_sessions')
    .set({ ended_at: sql`now()`, end_reason: 'PASSWORD' })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
  await recordAuditEntry(ids, tx, {
    ...by,
    companyId: null,
    action: 'user.set_password',
    subject: { kind: 'user', id: userId },
  })
}
