import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { type CompanySummary, readCompanySummary } from './company-summaries.ts'

export type CompanyOverview = {
  company: CompanySummary
  admins: number
  /** Null without an active subscription. */
  subscriptionStatus: string | null
  planName: string | null
  providerCustomerId: string | null
  /** When the last call ended; null before the first. */
  lastCallAt: Date | null
  /** Calls whose charge a person has to decide. */
  parkedCalls: number
  /** Counted up to `countedMax`. */
  jobs: number
  talents: number
  documents: number
}

// Counting more rows would take longer than a query may.
export const countedMax = 10_000

type Row = Omit<CompanyOverview, 'company'>

/** Undefined if there is no such company. */
export async function readCompanyOverview(
  database: Database,
  companyId: string,
): Promise<CompanyOverview | undefined> {
  const company = await readCompanySummary(database, companyId)
  if (!company) return undefined
  const count = (rows: ReturnType<typeof sql>) =>
    sql`(select count(*) from (${rows} limit ${countedMax}) counted)::int`
  const { rows } = await sql<Row>`
    select (select count(*) from memberships where company_id = ${companyId} and role = 'ADMIN')::int as admins,
           s.status as "subscriptionStatus", p.name as "planName",
           (select provider_customer_id from provider_customers where company_id = ${companyId} limit 1) as "providerCustomerId",
           (select created_at from calls where company_id = ${companyId} order by id desc limit 1) as "lastCallAt",
           (select count(*) from calls c where c.company_id = ${companyId} and c.status = 'PARKED'
               and not exists (select from parked_call_decisions d where d.call_id = c.id and d.company_id = ${companyId})
           )::int as "parkedCalls",
           ${count(sql`select from jobs where company_id = ${companyId}`)} as jobs,
           ${count(sql`select from talents where company_id = ${companyId}`)} as talents,
           ${count(sql`select from documents where company_id = ${companyId}`)} as documents
      from (select) as always
      left join lateral (select status, plan_id from subscriptions
                          where company_id = ${companyId} and is_active order by id desc limit 1) s on true
      left join plans p on p.id = s.plan_id`.execute(database)
  const [row] = rows
  return row && { company, ...row }
}
