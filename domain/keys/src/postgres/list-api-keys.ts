import type { Database } from '@gatehouse/schema/database'
import type { ApiKey } from '../api-key.ts'
import { apiKeyColumns, fromRow } from './api-key-row.ts'

/** All keys of the company, oldest first, including revoked and expired ones. */
export async function listApiKeys(database: Database, companyId: string): Promise<ApiKey[]> {
  const rows = await database
    .selectFrom('api_keys')
    .select(apiKeyColumns)
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
  return rows.map(fromRow)
}
