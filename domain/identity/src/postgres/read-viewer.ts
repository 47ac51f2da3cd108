// A user's identity and role, as currently stored.
import type { Tables } from '@gatehouse/schema/tables'
import { type Kysely, sql } from 'kysely'
import type { MembershipRole } from '../membership.ts'
import type { User } from '../user.ts'
import { fromRow, userColumns } from './user-row.ts'

export async function readUser(database: Kysely<Tables>, userId: string): Promise<User | undefined> {
  const row = await database
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', userId)
    .executeTakeFirst()
  return row && fromRow(row)
}

/** Undefined if the user is not a member, or if the company does not exist. */
export async function readRole(
  database: Kysely<Tables>,
  { userId, companyId }: { userId: string; companyId: string },
): Promise<MembershipRole | undefined> {
  const row = await database
    .selectFrom('memberships')
    .select('role')
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row?.role
}

export async function findUserByEmail(database: Kysely<Tables>, email: string): Promise<User | undefined> {
  const row = await database
    .selectFrom('users')
    .select(userColumns)
    .where(sql`lower(email)`, '=', email.trim().toLowerCase())
    .executeTakeFirst()
  return row && fromRow(row)
}
