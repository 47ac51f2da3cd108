import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Tables } from '@gatehouse/schema/tables'
import type { Kysely } from 'kysely'
import type { Company } from '../company.ts'
import { companyColumns, fromRow } from './company-row.ts'

export async function readCompany(database: Kysely<Tables>, companyId: string): Promise<Company | undefined> {
  const row = await database
    .selectFrom('companies')
    .select(companyColumns)
    .where('id', '=', companyId)
    .executeTakeFirst()
  return row && fromRow(row)
}

export async function companyExists(database: Kysely<Tables>, companyId: string): Promise<boolean> {
  const row = await database
    .selectFrom('companies')
    .select('id')
    .where('id', '=', companyId)
    .executeTakeFirst()
  return row !== undefined
}

/** Used for model work on behalf of a company, which waits while the company is suspended. */
export async function isCompanySuspended(postgres: Queryable, companyId: string): Promise<boolean> {
  const { rows } = await postgres.query<{ is_suspended: boolean }>({
    name: 'is-company-suspended',
    text: 'select suspended_at is not null as is_suspended from companies where id = $1',
    values: [companyId],
  })
  return rows[0]?.is_suspended ?? false
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
