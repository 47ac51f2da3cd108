import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Tables } from '@gatehouse/schema/tables'
import { type Transaction, sql } from 'kysely'
import { wrongPassword } from '../../identity-faults.ts'

export type NewPassword = { userId: string; passwordHash: string; replacedHash?: string }

/**
 * Runs in the caller's transaction. Ends all sessions and forgets all known devices. With `replacedHash`, throws if the
 * password has changed in the meantime.
 */
export async function setPassword(
  { ids, tx }: { ids: Ids; tx: Transaction<Tables> },
  { userId, passwordHash, replacedHash }: NewPassword,
  by: AuditActor,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      device_generation: sql`device_generation + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', userId)
    .$if(replacedHash !== undefined, (update) => update.where('password_hash', '=', replacedHash ?? null))
    .executeTakeFirst()
  if (replacedHash !== undefined && numUpdatedRows === 0n) throw wrongPassword()
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
