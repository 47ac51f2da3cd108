import type { Tables } from '@gatehouse/schema/tables'
import type { Kysely } from 'kysely'
import type { Company } from '../company.ts'

export async function readCompany(database: Kysely<Tables>, companyId: string): Promise<Company | undefined> {
  const row = await database
    .selectFrom('companies')
    .select(['id', 'name', 'billing_mode', 'created_at'])
    .where('id', '=', companyId)
    .executeTakeFirst()
  return row && { id: row.id, name: row.name, billingMode: row.billing_mode, createdAt: row.created_at }
}

export async function companyExists(database: Kysely<Tables>, companyId: string): Promise<boolean> {
  const row = await database
    .selectFrom('companies')
    .select('id')
    .where('id', '=', companyId)
    .executeTakeFirst()
  return row !== undefined
}

export async function readCompanyNames(
  database: Kysely<Tables>,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (companyIds.length === 0) return new Map()
  const rows = await database
    .selectFrom('companies')
    .select(['id', 'name'])
    .where('id', 'in', [...companyIds])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
