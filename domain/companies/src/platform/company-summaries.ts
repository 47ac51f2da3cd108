// Companies as the platform's operators see them: with their state, balance, recent spending, keys and members.
import { containsPattern } from '@gatehouse/postgres/contains-pattern'
import type { Database } from '@gatehouse/schema/database'
import { type RawBuilder, sql } from 'kysely'
import { type Company, type CompanyRow, toCompany } from '../company.ts'

/** The first that applies: suspended, paused by reconciliation, overdue invoice, no credits left, or else active. */
export const companyStates = ['ACTIVE', 'OUT_OF_CREDITS', 'OVERDUE', 'PAUSED', 'SUSPENDED'] as const
export type CompanyState = (typeof companyStates)[number]

export type CompanySummary = Company & {
  state: CompanyState
  balanceMicros: bigint
  /** Charges of the last 30 days in UTC, today included, less what was given back. */
  spent30dMicros: bigint
  /** Keys that can be used now. */
  liveKeys: number
  members: number
}

export type SummaryPage = {
  limit: number
  beforeId?: string | undefined
  nameContains?: string | undefined
  state?: CompanyState | undefined
}

type ListedRow = CompanyRow & { state: CompanyState; balance_micros: bigint }

/** Newest first: ids sort by time. */
export async function listCompanySummaries(
  database: Database,
  { limit, beforeId, nameContains, state }: SummaryPage,
): Promise<CompanySummary[]> {
  const conditions = [
    ...(beforeId === undefined ? [] : [sql`c.id < ${beforeId}`]),
    ...(nameContains === undefined ? [] : [sql`c.name ilike ${containsPattern(nameContains)}`]),
    ...(state === undefined ? [] : [sql`${stateOfCompany} = ${state}`]),
  ]
  return readSummaries(database, conditions, limit)
}

export async function readCompanySummary(
  database: Database,
  companyId: string,
): Promise<CompanySummary | undefined> {
  const [summary] = await readSummaries(database, [sql`c.id = ${companyId}`], 1)
  return summary
}

// An invoice is overdue by our clock, as in domain/billing, and only for a postpaid company.
const stateOfCompany = sql`
  case when c.suspended_at is not null then 'SUSPENDED'
       when a.frozen_at is not null then 'PAUSED'
       when c.billing_mode = 'POSTPAID' and exists (
              select from invoices i where i.company_id = c.id and i.status = 'OPEN' and i.due_at <= now()) then 'OVERDUE'
       when c.billing_mode = 'PREPAID' and coalesce(spendable_micros(a), 0) <= 0 then 'OUT_OF_CREDITS'
       else 'ACTIVE' end`

async function readSummaries(
  database: Database,
  conditions: readonly RawBuilder<unknown>[],
  limit: number,
): Promise<CompanySummary[]> {
  const { rows } = await sql<ListedRow>`
    select c.id, c.name, c.billing_mode, c.created_at, c.suspended_at, c.suspension_reason,
           ${stateOfCompany} as state, coalesce(spendable_micros(a), 0)::bigint as balance_micros
      from companies c left join credit_accounts a on a.owner_id = c.id
     where ${sql.join([sql`true`, ...conditions], sql` and `)}
     order by c.id desc limit ${limit}`.execute(database)
  const sums = await readSums(
    database,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const { spent = 0n, live_keys: liveKeys = 0, members = 0 } = sums.get(row.id) ?? {}
    const { state, balance_micros: balanceMicros } = row
    const sum = { state, balanceMicros, spent30dMicros: spent, liveKeys, members }
    return Object.assign(sum, toCompany(row))
  })
}

type Sums = { id: string; spent: bigint; live_keys: number; members: number }

async function readSums(database: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Sums>> {
  if (ids.length === 0) return new Map()
  const companyIds = [...ids]
  const { rows } = await sql<Sums>`
    with span as (select date_trunc('day', now(), 'UTC') - interval '29 days' as since),
    spent as (
      select u.company_id, u.charged_micros as micros from usage_rollups u, span
       where u.company_id = any(${companyIds}::uuid[]) and u.day >= (span.since at time zone 'UTC')::date
      union all
      select t.owner_id, -t.amount_micros
        from span
        join credit_transfers t on t.owner_id = any(${companyIds}::uuid[])
         and t.business_key like 'giveback:%' and t.created_at >= span.since
        join calls c on c.id = substr(t.business_key, 10)::uuid and c.company_id = t.owner_id
         and c.created_at >= span.since
    ),
    sums as (select company_id, sum(micros) as micros from spent group by company_id)
    select listed.id, coalesce(sums.micros, 0)::bigint as spent,
           (select count(*) from api_keys k where k.company_id = listed.id and k.revoked_at is null
              and (k.expires_at is null or k.expires_at > now()))::int as live_keys,
           (select count(*) from memberships m where m.company_id = listed.id)::int as members
      from unnest(${companyIds}::uuid[]) as listed (id)
      left join sums on sums.company_id = listed.id`.execute(database)
  return new Map(rows.map((row) => [row.id, row]))
}
