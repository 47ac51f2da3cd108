import type { Tables } from '@gatehouse/schema/tables'
import type { Kysely } from 'kysely'
import type { User } from '../user.ts'
import { userColumns } from './user-row.ts'

export type ListedUser = User & { canLogIn: boolean; createdAt: Date }

/** All users, or only super admins, oldest first. */
export async function listUsers(
  database: Kysely<Tables>,
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
