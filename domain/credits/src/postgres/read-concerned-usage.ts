import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { refuseArchived } from './archived-calls.ts'

/** Usage of an alias by calls that were made for one company and paid for by another. */
export type ConcernedUsage = {
  alias: string
  requests: bigint
  failedRequests: bigint
  promptTokens: bigint
  completionTokens: bigint
  chargedMicros: bigint
}

export type ConcernedQuery = {
  /** The company that made and paid for the calls: the platform's own. */
  payerId: string
  /** The company for which the calls were made. */
  companyId: string
  from: Date
  to: Date
}

/**
 * Sums the usage by alias, so that a plan can pass the cost on; charges that were given back are subtracted. Call ids begin
 * with their time, so only the requested weeks are read. Throws if calls of the payer that began at `from` or later are
 * archived.
 */
export async function readConcernedUsage(
  database: Database,
  { payerId, companyId, from, to }: ConcernedQuery,
): Promise<ConcernedUsage[]> {
  await refuseArchived(database, { companyId: payerId, from })
  const { rows } = await sql<ConcernedUsage>`
    with returned as (
      select c.alias, sum(t.amount_micros) as micros
        from credit_transfers t
        join refunded_calls c on c.id = substr(t.business_key, 10)::uuid
       where t.owner_id = ${payerId} and t.business_key like 'giveback:%' and t.created_at >= ${from}
         and c.concerned_company_id = ${companyId} and c.id >= uuid_at(${from}) and c.id < uuid_at(${to})
       group by c.alias
    )
    select alias, count(*) as requests, count(*) filter (where status <> 'SUCCEEDED') as "failedRequests",
           coalesce(sum(prompt_tokens) filter (where status <> 'PARKED'), 0)::bigint as "promptTokens",
           coalesce(sum(completion_tokens) filter (where status <> 'PARKED'), 0)::bigint as "completionTokens",
           (sum(charged_micros) - coalesce((select r.micros from returned r where r.alias = calls.alias), 0))::bigint
             as "chargedMicros"
      from calls
     where company_id = ${payerId} and id >= uuid_at(${from}) and id < uuid_at(${to})
       and concerned_company_id = ${companyId}
     group by alias order by alias`.execute(database)
  return rows
}

/**
 * The cost of the calls that the platform made for a company since the given time, less the charges that were given
 * back. The index `calls_concerned_idx` covers the sum of the charges.
 */
export async function readConcernedSpent(
  postgres: Queryable,
  { payerId, companyId, since }: Pick<ConcernedQuery, 'payerId' | 'companyId'> & { since: Date },
): Promise<bigint> {
  const { rows } = await postgres.query<{ spent: bigint }>({
    name: 'read-concerned-spent',
    text: `select (coalesce((select sum(charged_micros) from calls
                              where company_id = $1 and concerned_company_id = $2 and id >= uuid_at($3)), 0)
                 - coalesce((select sum(t.amount_micros)
                               from credit_transfers t
                               join refunded_calls c on c.id = substr(t.business_key, 10)::uuid
                              where t.owner_id = $1 and t.business_key like 'giveback:%' and t.created_at >= $3
                                and c.concerned_company_id = $2 and c.id >= uuid_at($3)), 0))::bigint as spent`,
    values: [payerId, companyId, since],
  })
  return rows[0]?.spent ?? 0n
}
