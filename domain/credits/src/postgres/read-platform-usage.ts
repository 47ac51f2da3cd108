// The usage of all companies in whole UTC days, from the rollups. Refunds are subtracted from the usage of the refunded
// call's day, as in the usage of one company.
import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import type { UsageSums } from '../group-usage.ts'

export type PlatformUsageQuestion = {
  /** First and last day, as YYYY-MM-DD. */
  firstDay: string
  lastDay: string
  byCompany: boolean
  byDay: boolean
  byAlias: boolean
}

/** A dimension is null unless the usage is grouped by it. */
export type PlatformUsageRow = UsageSums & {
  companyId: string | null
  companyName: string | null
  day: string | null
  alias: string | null
}

export const platformRowsMax = 1_000

/** The rows with the highest charges, at most `platformRowsMax`. */
export async function readPlatformUsage(
  database: Database,
  { firstDay, lastDay, byCompany, byDay, byAlias }: PlatformUsageQuestion,
): Promise<PlatformUsageRow[]> {
  const { rows } = await sql<PlatformUsageRow>`
    with used as (
      select company_id, day, alias, requests, failed_requests, prompt_tokens, cached_tokens, completion_tokens,
             charged_micros
        from usage_rollups where day between ${firstDay}::date and ${lastDay}::date
      union all
      select c.company_id, (c.created_at at time zone 'UTC')::date, c.alias, 0, 0, 0, 0, 0, -t.amount_micros
        from credit_transfers t join refunded_calls c on c.id = substr(t.business_key, 10)::uuid
       where t.business_key like 'giveback:%' and t.created_at >= ${firstDay}::timestamp at time zone 'UTC'
         and (c.created_at at time zone 'UTC')::date between ${firstDay}::date and ${lastDay}::date
    ), grouped as (
      select case when ${byCompany}::boolean then company_id end as company_id,
             case when ${byDay}::boolean then day end as day, case when ${byAlias}::boolean then alias end as alias,
             requests, failed_requests, prompt_tokens, cached_tokens, completion_tokens, charged_micros
        from used
    )
    select g.company_id as "companyId", max(o.name) as "companyName", to_char(g.day, 'YYYY-MM-DD') as day, g.alias,
           sum(requests)::bigint as requests, sum(failed_requests)::bigint as "failedRequests",
           sum(prompt_tokens)::bigint as "promptTokens", sum(cached_tokens)::bigint as "cachedTokens",
           sum(completion_tokens)::bigint as "completionTokens", sum(charged_micros)::bigint as "chargedMicros"
      from grouped g left join companies o on o.id = g.company_id
     group by g.company_id, g.day, g.alias
     order by "chargedMicros" desc, g.company_id, g.day, g.alias limit ${platformRowsMax}`.execute(database)
  return rows
}
