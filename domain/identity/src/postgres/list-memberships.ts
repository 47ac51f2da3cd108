import type { Tables } from '@gatehouse/schema/tables'
import type { Kysely } from 'kysely'
import type { Member, Membership } from '../membership.ts'

export async function listMemberships(database: Kysely<Tables>, userId: string): Promise<Membership[]> {
  const rows = await database
    .selectFrom('memberships')
    .select(['company_id', 'user_id', 'role'])
    .where('user_id', '=', userId)
    .orderBy('company_id')
    .execute()
  return rows.map((row) => ({ companyId: row.company_id, userId: row.user_id, role: row.role }))
}

/** Those of the given users who belong to the company and are not super admins. */
export async function findPlainMembers(
  database: Kysely<Tables>,
  { companyId, userIds }: { companyId: string; userIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await database
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.id')
    .where('memberships.company_id', '=', companyId)
    .where('users.id', 'in', [...userIds])
    .where('users.is_super_admin', '=', false)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function listMembers(database: Kysely<Tables>, companyId: string): Promise<Member[]> {
  const rows = await database
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.email', 'memberships.role', 'memberships.created_at'])
    .where('memberships.company_id', '=', companyId)
    .orderBy('memberships.created_at')
    .orderBy('users.id')
    .execute()
  return rows.map((row) => ({ userId: row.id, email: row.email, role: row.role, since: row.created_at }))
}
