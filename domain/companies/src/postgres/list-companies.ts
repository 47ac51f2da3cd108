import type { Tables } from '@gatehouse/schema/tables'
import type { Kysely } from 'kysely'
import type { Company } from '../company.ts'
import { companyColumns, fromRow } from './company-row.ts'

export type CompanyPage = { limit: number; beforeId?: string | undefined; nameContains?: string | undefined }

/** Newest first: ids sort by time. */
export async function listCompanies(
  database: Kysely<Tables>,
  { limit, beforeId, nameContains }: CompanyPage,
): Promise<Company[]> {
  let query = database.selectFrom('companies').select(companyColumns).orderBy('id', 'desc').limit(limit)
  if (beforeId !== undefined) query = query.where('id', '<', beforeId)
  if (nameContains !== undefined)
    query = query.where('name', 'ilike', `%${nameContains.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`)
  const rows = await query.execute()
  return rows.map(fromRow)
}
