// Some rows of a company are limited in number. The company is locked while they are counted and inserted: otherwise two
// concurrent requests would both find a free place.
import { sql } from 'kysely'
import type { Transaction } from './database.ts'

/** Serialises changes of the company's limited rows. False if there is no such company. */
export async function lockCompany(tx: Transaction, companyId: string): Promise<boolean> {
  const company = await tx
    .selectFrom('companies')
    .select('id')
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return company !== undefined
}

export type LimitedRows = { table: 'alert_rules' | 'budgets'; companyId: string; max: number }

/** Whether the company has fewer rows than allowed. Called after `lockCompany`. */
export async function hasPlace(tx: Transaction, { table, companyId, max }: LimitedRows): Promise<boolean> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from ${sql.table(table)} where company_id = ${companyId}`.execute(tx)
  return (rows[0]?.count ?? 0n) < max
}
