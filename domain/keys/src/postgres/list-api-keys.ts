import type { Tables } from '@gatehouse/schema/tables'
import type { Kysely } from 'kysely'
import type { ApiKey } from '../api-key.ts'
import { apiKeyColumns, fromRow } from './api-key-row.ts'

/** All keys of the company, oldest first, including revoked and expired ones. */
export async function listApiKeys(database: Kysely<Tables>, companyId: string): Promise<ApiKey[]> {
  const rows = await database
    .selectFrom('api_keys')
    .select(apiKeyColumns)
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
  return rows.map(fromRow)
}
