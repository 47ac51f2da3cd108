// Keys as the admins of their company read them.
import type { Database } from '@gatehouse/schema/database'
import type { ApiKey, KeyStatus } from '../api-key.ts'
import { keyNotFound } from '../key-faults.ts'
import { type ApiKeyRow, apiKeyColumns, fromRow } from './api-key-row.ts'

export type ListedKey = ApiKey & {
  /** Address of the user who created the key; null if an operator did or the user no longer exists. */
  createdByEmail: string | null
  /** The address of a super admin is for super admins only. */
  isCreatorSuperAdmin: boolean
}

export type KeyPage = {
  limit: number
  beforeId: string | undefined
  status: KeyStatus | undefined
  /** The time that decides which keys have expired. */
  now: Date
}

/** Keys of the company in any status, most recently created first. */
export async function listKeyPage(
  database: Database,
  companyId: string,
  { limit, beforeId, status, now }: KeyPage,
): Promise<ListedKey[]> {
  let query = selectListed(database, companyId).orderBy('k.id', 'desc').limit(limit)
  if (beforeId !== undefined) query = query.where('k.id', '<', beforeId)
  if (status !== undefined) query = query.where('k.revoked_at', status === 'revoked' ? 'is not' : 'is', null)
  if (status === 'expired') query = query.where('k.expires_at', '<=', now)
  if (status === 'live')
    query = query.where((where) =>
      where.or([where('k.expires_at', 'is', null), where('k.expires_at', '>', now)]),
    )
  const rows = await query.execute()
  return rows.map(toListed)
}

/** Throws a fault unless the key belongs to the company. */
export async function findListedKey(
  database: Database,
  companyId: string,
  keyId: string,
): Promise<ListedKey> {
  const row = await selectListed(database, companyId).where('k.id', '=', keyId).executeTakeFirst()
  if (!row) throw keyNotFound()
  return toListed(row)
}

function selectListed(database: Database, companyId: string) {
  return database
    .selectFrom('api_keys as k')
    .leftJoin('users as u', 'u.id', 'k.created_by')
    .select(apiKeyColumns.map((column) => `k.${column}` as const))
    .select(['u.email', 'u.is_super_admin'])
    .where('k.company_id', '=', companyId)
}

type ListedRow = ApiKeyRow & { email: string | null; is_super_admin: boolean | null }

function toListed({ email, is_super_admin: isSuperAdmin, ...row }: ListedRow): ListedKey {
  return { ...fromRow(row), createdByEmail: email, isCreatorSuperAdmin: isSuperAdmin ?? false }
}
