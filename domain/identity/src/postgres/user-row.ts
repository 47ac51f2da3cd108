import type { Tables } from '@gatehouse/schema/tables'
import type { Selectable } from 'kysely'
import type { User } from '../user.ts'

/** Excludes the password hash, which is selected only where it is compared. */
export const userColumns = [
  'id',
  'email',
  'is_super_admin',
] as const satisfies readonly (keyof Tables['users'])[]

export type UserRow = Pick<Selectable<Tables['users']>, (typeof userColumns)[number]>

export function fromRow(row: UserRow): User {
  return { id: row.id, email: row.email, isSuperAdmin: row.is_super_admin }
}
