import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { constraintFault } from '@gatehouse/postgres/constraint-fault'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Tables } from '@gatehouse/schema/tables'
import type { Transaction } from 'kysely'
import { checkEmail } from '../check-email.ts'
import { emailTaken, invalidUser } from '../identity-faults.ts'
import type { User } from '../user.ts'
import { fromRow, userColumns } from './user-row.ts'

export type NewUser = {
  email: string
  /** Null for a user who cannot log in yet. */
  passwordHash: string | null
  isSuperAdmin?: boolean
}

/** Runs in the caller's transaction, because a user is usually created together with something else. */
export async function createUser(
  { ids, tx }: { ids: Ids; tx: Transaction<Tables> },
  { email, passwordHash, isSuperAdmin = false }: NewUser,
  by: AuditActor,
): Promise<User> {
  const row = await tx
    .insertInto('users')
    .values({
      id: ids.uuid(),
      email: checkEmail(email),
      password_hash: passwordHash,
      is_super_admin: isSuperAdmin,
    })
    .returning(userColumns)
    .executeTakeFirstOrThrow()
    .catch((thrown: unknown) => {
      throw constraintFault(thrown, {
        users_email_key: emailTaken,
        users_email_shape: (cause) => invalidUser('identity.email', 'This is not an e-mail address.', cause),
      })
    })
  const user = fromRow(row)
  await recordAuditEntry(ids, tx, {
    ...by,
    companyId: null,
    action: 'user.create',
    subject: { kind: 'user', id: user.id },
    details: { email: user.email, is_super_admin: user.isSuperAdmin },
  })
  return user
}
