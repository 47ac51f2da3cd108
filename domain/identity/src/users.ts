import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { constraintFault } from '@gatehouse/postgres/constraint-fault'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database, Transaction } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { emailTaken, invalidUser, lastSuperAdmin, unknownUser } from './identity-faults.ts'
import { endInvitationsOfFormerSuperAdmin } from './invitations/end-invitations.ts'
import { endSessions } from './sessions/list-sessions.ts'

export type User = Readonly<{ id: string; email: string; isSuperAdmin: boolean }>

/** Excludes the password hash, which is selected only where it is compared. */
export const userColumns = [
  'id',
  'email',
  'is_super_admin',
] as const satisfies readonly (keyof Tables['users'])[]

export type UserRow = Pick<Selectable<Tables['users']>, (typeof userColumns)[number]>

export function toUser(row: UserRow): User {
  return { id: row.id, email: row.email, isSuperAdmin: row.is_super_admin }
}

// Mail uses the same rule: an address to which no mail can be sent is rejected when it is entered, not when a mail is
// due.
const emailSchema = z.email().max(254)

/** Returns the trimmed address, or throws if it is not valid. */
/** `input` is the name of the input that a form marks as invalid. */
export function checkEmail(given: string, input = 'email'): string {
  const email = given.trim()
  if (!emailSchema.safeParse(email).success)
    throw invalidUser('identity.email', { input, message: 'This is not an e-mail address.' })
  return email
}

export type NewUser = {
  email: string
  /** Null for a user who cannot log in yet. */
  passwordHash: string | null
  isSuperAdmin?: boolean
}

/** Runs in the caller's transaction, because a user is usually created together with something else. */
export async function createUser(
  { ids, tx }: { ids: Ids; tx: Transaction },
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
        users_email_shape: (cause) =>
          invalidUser('identity.email', { input: 'email', message: 'This is not an e-mail address.' }, cause),
      })
    })
  const user = toUser(row)
  await recordAuditEntry(ids, tx, {
    ...by,
    companyId: null,
    action: 'user.create',
    subject: { kind: 'user', id: user.id },
    details: { email: user.email, is_super_admin: user.isSuperAdmin },
  })
  return user
}

export async function readUser(database: Database, userId: string): Promise<User | undefined> {
  const row = await database
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', userId)
    .executeTakeFirst()
  return row && toUser(row)
}

export async function findUserByEmail(database: Database, email: string): Promise<User | undefined> {
  const row = await database
    .selectFrom('users')
    .select(userColumns)
    .where(sql`lower(email)`, '=', email.trim().toLowerCase())
    .executeTakeFirst()
  return row && toUser(row)
}

export type ListedUser = User & { canLogIn: boolean; createdAt: Date }

/** All users, or only super admins, oldest first. */
export async function listUsers(
  database: Database,
  { isSuperAdminOnly }: { isSuperAdminOnly: boolean },
): Promise<ListedUser[]> {
  const rows = await database
    .selectFrom('users')
    .select([...userColumns, 'created_at'])
    .select((select) => select('password_hash', 'is not', null).as('can_log_in'))
    .$if(isSuperAdminOnly, (query) => query.where('is_super_admin', '=', true))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    isSuperAdmin: row.is_super_admin,
    canLogIn: Boolean(row.can_log_in),
    createdAt: row.created_at,
  }))
}

/**
 * Runs in the caller's transaction. Returns false, without an audit entry, if nothing had to change. The last super
 * admin stays one; invitations that a former one sent end, so that none of them leads back. A new super admin has to log in again: their sessions may have been opened by a company's provider,
 * which must not decide about super admins, or without the second factor that super admins need.
 */
export async function setSuperAdmin(
  { ids, tx }: { ids: Ids; tx: Transaction },
  { userId, isSuperAdmin }: { userId: string; isSuperAdmin: boolean },
  by: AuditActor,
): Promise<boolean> {
  if (!isSuperAdmin) await requireOtherSuperAdmin(tx, userId)
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
  if (isSuperAdmin) await endSessions({ ids, tx }, { userId, reason: 'ENDED' }, by)
  else await endInvitationsOfFormerSuperAdmin({ ids, tx }, userId, by)
  return true
}

/** Locks all super admins: if two of them remove each other concurrently, the second is refused. */
async function requireOtherSuperAdmin(tx: Transaction, userId: string): Promise<void> {
  const superAdmins = await tx
    .selectFrom('users')
    .select('id')
    .where('is_super_admin', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (superAdmins.length === 1 && superAdmins[0]?.id === userId) throw lastSuperAdmin()
}

/** As `readUser`, but throws a fault if there is no such user. */
export async function requireUserById(database: Database, userId: string): Promise<User> {
  const user = await readUser(database, userId)
  if (!user) throw unknownUser()
  return user
}

/** Those of the given users who are super admins. */
export async function findSuperAdmins(
  database: Database,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await database
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...userIds])
    .where('is_super_admin', '=', true)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
