// Removes all second factors of a user who has lost them, on behalf of an operator who has verified who the user is.
import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'

/** Also ends the user's sessions: the lost device may be in other hands. Returns false if there was no factor. */
export async function removeFactors(
  { ids, tx }: { ids: Ids; tx: Transaction },
  userId: string,
  by: AuditActor,
): Promise<boolean> {
  const totp = await tx.deleteFrom('totp_factors').where('user_id', '=', userId).executeTakeFirst()
  const passkeys = await tx.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx.deleteFrom('login_challenges').where('user_id', '=', userId).execute()
  await tx.deleteFrom('webauthn_challenges').where('user_id', '=', userId).execute()
  if (totp.numDeletedRows + passkeys.numDeletedRows === 0n) return false
  await tx
    .updateTable('login_sessions')
    .set({ ended_at: sql`now()`, end_reason: 'ENDED' })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
  await recordAuditEntry(ids, tx, {
    ...by,
    companyId: null,
    action: 'user.remove_factors',
    subject: { kind: 'user', id: userId },
  })
  return true
}
