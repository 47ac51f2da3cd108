// Usage by hour and by operation, which the rollups do not distinguish: added up from the calls, by the time they were
// closed. For short spans only. Refunds are subtracted from the usage of the refunded call.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { defaultCallTimes } from '../reconciliation/postgres/add-up-calls.ts'
import { refuseArchived } from './archived-calls.ts'
import type { Usage, UsageQuestion } from './read-usage.ts'

/** The longest span that is added up from the calls. */
export const callUsageSpanMsMax = 48 * 3_600_000

type Row = {
  as_of: string
  day: string | null
  hour: Date
  alias: string
  operation: string
  key_id: string
  requests: bigint
  failed_requests: bigint
  prompt_tokens: bigint
  cached_tokens: bigint
  completion_tokens: bigint
  charged_micros: bigint
}

const text = `
  with asked as (
    select $3::timestamptz as since, coalesce($4::timestamptz, now() + interval '1 day') as until
  ), used as (
    select c.created_at, c.alias, c.operation, c.key_id, 1 as requests, (c.status <> 'SUCCEEDED')::int as failed_requests,
           case when c.status = 'PARKED' then 0 else c.prompt_tokens end as prompt_tokens,
           case when c.status = 'PARKED' then 0 else c.cached_tokens end as cached_tokens,
           case when c.status = 'PARKED' then 0 else c.completion_tokens end as completion_tokens, c.charged_micros
      from asked join calls c
        on c.company_id = $1 and c.created_at >= asked.since and c.created_at < asked.until
       and c.id >= uuid_at(asked.since - make_interval(secs => $5 / 1000.0))
       and c.id < uuid_at(asked.until + make_interval(secs => $5 / 1000.0))
     where $2::uuid is null or c.key_id = $2
    union all
    select c.created_at, c.alias, c.operation, c.key_id, 0, 0, 0, 0, 0, -t.amount_micros
      from asked
      join credit_transfers t
        on t.owner_id = $1 and t.business_key like 'giveback:%' and t.created_at >= asked.since
      join refunded_calls c on c.id = substr(t.business_key, 10)::uuid and c.company_id = $1
       and c.created_at >= asked.since and c.created_at < asked.until
     where $2::uuid is null or c.key_id = $2
  ), summed as (
    select date_trunc('hour', created_at, 'UTC') as hour, alias, operation, key_id, sum(requests)::bigint as requests,
           sum(failed_requests)::bigint as failed_requests, sum(prompt_tokens)::bigint as prompt_tokens,
           sum(cached_tokens)::bigint as cached_tokens, sum(completion_tokens)::bigint as completion_tokens,
           sum(charged_micros)::bigint as charged_micros
      from used group by 1, 2, 3, 4
  )
  select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as as_of,
         to_char(s.hour at time zone 'UTC', 'YYYY-MM-DD') as day, s.*
    from (select) as always left join summed s on true order by s.hour, s.alias`

/** The caller must have limited the span to `callUsageSpanMsMax`. Throws if calls of the span are archived. */
export async function readCallUsage(
  postgres: Queryable,
  { companyId, keyId, from, to }: UsageQuestion,
): Promise<Usage> {
  // Calls that began shortly before the end of the archive may have ended after it.
  const begun = new Date(Date.parse(from) - defaultCallTimes.callMsMax)
  await refuseArchived(postgres, { companyId, from: begun })
  const { rows } = await postgres.query<Row>({
    name: 'read-call-usage',
    text,
    values: [companyId, keyId, from, to, defaultCallTimes.callMsMax],
  })
  return {
    asOf: rows[0]?.as_of ?? '',
    extendedFrom: null,
    extendedTo: null,
    rows: rows.flatMap((row) =>
      row.day === null
        ? []
        : [
            {
              day: row.day,
              hour: row.hour.toISOString(),
              alias: row.alias,
              operation: row.operation,
              keyId: row.key_id,
              requests: row.requests,
              failedRequests: row.failed_requests,
              promptTokens: row.prompt_tokens,
              cachedTokens: row.cached_tokens,
              completionTokens: row.completion_tokens,
              chargedMicros: row.charged_micros,
            },
          ],
    ),
  }
}
