// Usage in a span of time. Rollups are per UTC day and written in the transaction of the charge, so whole days are read
// from them and include every finished call. The days in which the span begins or ends are added up from the calls
// themselves, by the time they were closed, which also decides their day. Refunds are subtracted from the usage of the
// refunded call's day.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { defaultCallTimes } from '../reconciliation/postgres/add-up-calls.ts'
import { archiveEnd } from './archived-calls.ts'

export type UsageQuestion = {
  companyId: string
  /** Null for all keys of the company. */
  keyId: string | null
  /** As text, so that microseconds are kept. */
  from: string
  /** Null means now. */
  to: string | null
  /** Whether the rows name the key. */
  byKey?: boolean
}

export type UsageRow = {
  /** YYYY-MM-DD, in UTC. */
  day: string
  /** Beginning of the hour, as ISO 8601 in UTC. This and the operation are known only if the calls were added up. */
  hour?: string
  alias: string
  operation?: string
  keyId?: string
  requests: bigint
  failedRequests: bigint
  promptTokens: bigint
  cachedTokens: bigint
  completionTokens: bigint
  chargedMicros: bigint
}

/** Rows in order of day, then alias. */
export type Usage = {
  /** ISO 8601 with microseconds, in UTC. */
  asOf: string
  /**
   * Beginning of the first day and end of the last day, in UTC, where the span was extended to it because calls of that
   * day are archived; otherwise null.
   */
  extendedFrom: Date | null
  extendedTo: Date | null
  rows: readonly UsageRow[]
}

type Row = {
  as_of: string
  extended_from: Date | null
  extended_to: Date | null
  day: string | null
  alias: string
  key_id: string | null
  requests: bigint
  failed_requests: bigint
  prompt_tokens: bigint
  cached_tokens: bigint
  completion_tokens: bigint
  charged_micros: bigint
}

// A day is added as 24 hours: `interval '1 day'` is an hour more or less where the session's time zone changes its clocks.
// A span that ends now or later extends to the end of the present day: calls closed while it is read may be included.
// So the present day counts as a whole day, and a span of whole days has no `edges` and reads no calls. A day whose calls
// may be archived counts as a whole day, too. The archive's end is an hour later here, because calls that began before it may
// have ended since: so the hours of a day up to `until` can be added up only if they begin after that.
const text = `
  with given as (
    select $3::timestamptz as since,
           case when $4::timestamptz < now() then $4::timestamptz
                else date_trunc('day', greatest($4::timestamptz, now()), 'UTC') + interval '24 hours' end as until,
           ${archiveEnd} + make_interval(secs => $5 / 1000.0) as archive_end
  ), asked as (
    select case when since < archive_end then date_trunc('day', since, 'UTC') else since end as since,
           case when greatest(since, date_trunc('day', until - interval '1 microsecond', 'UTC')) < archive_end
                then date_trunc('day', until - interval '1 microsecond', 'UTC') + interval '24 hours' else until end as until
      from given
  ), days as (
    select since, until,
           date_trunc('day', since - interval '1 microsecond', 'UTC') + interval '24 hours' as whole_since,
           date_trunc('day', until, 'UTC') as whole_until
      from asked
  ), edges as (
    select since as first, least(whole_since, until) as last from days where since < whole_since
    union all
    select greatest(since, whole_until), until from days where whole_until < until and whole_until >= whole_since
  ), used as (
    select u.day, u.alias, u.key_id, u.requests, u.failed_requests, u.prompt_tokens, u.cached_tokens, u.completion_tokens,
           u.charged_micros
      from usage_rollups u, days
     where u.company_id = $1 and ($2::uuid is null or u.key_id = $2)
       and u.day >= (days.whole_since at time zone 'UTC')::date and u.day < (days.whole_until at time zone 'UTC')::date
    union all
    select (c.created_at at time zone 'UTC')::date, c.alias, c.key_id, 1, (c.status <> 'SUCCEEDED')::int::bigint,
           case when c.status = 'PARKED' then 0 else c.prompt_tokens end,
           case when c.status = 'PARKED' then 0 else c.cached_tokens end,
           case when c.status = 'PARKED' then 0 else c.completion_tokens end, c.charged_micros
      from edges join calls c
        on c.company_id = $1 and c.created_at >= edges.first and c.created_at < edges.last
       and c.id >= uuid_at(edges.first - make_interval(secs => $5 / 1000.0))
       and c.id < uuid_at(edges.last + make_interval(secs => $5 / 1000.0))
     where $2::uuid is null or c.key_id = $2
    union all
    select (c.created_at at time zone 'UTC')::date, c.alias, c.key_id, 0, 0, 0, 0, 0, -t.amount_micros
      from days
      join credit_transfers t
        on t.owner_id = $1 and t.business_key like 'giveback:%' and t.created_at >= days.since
      join refunded_calls c on c.id = substr(t.business_key, 10)::uuid and c.company_id = $1
       and c.created_at >= days.since and c.created_at < days.until
     where $2::uuid is null or c.key_id = $2
  ), summed as (
    select to_char(day, 'YYYY-MM-DD') as day, alias, case when $6 then key_id end as key_id, sum(requests)::bigint as requests,
           sum(failed_requests)::bigint as failed_requests, sum(prompt_tokens)::bigint as prompt_tokens,
           sum(cached_tokens)::bigint as cached_tokens, sum(completion_tokens)::bigint as completion_tokens,
           sum(charged_micros)::bigint as charged_micros
      from used group by used.day, alias, 3
  )
  select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as as_of, s.*,
         case when asked.since < given.since then asked.since end as extended_from,
         case when asked.until > given.until then asked.until end as extended_to
    from given cross join asked left join summed s on true order by s.day, s.alias`

export async function readUsage(
  postgres: Queryable,
  { companyId, keyId, from, to, byKey = false }: UsageQuestion,
): Promise<Usage> {
  const { rows } = await postgres.query<Row>({
    name: 'read-usage',
    text,
    values: [companyId, keyId, from, to, defaultCallTimes.callMsMax, byKey],
  })
  return {
    asOf: rows[0]?.as_of ?? '',
    extendedFrom: rows[0]?.extended_from ?? null,
    extendedTo: rows[0]?.extended_to ?? null,
    rows: rows.flatMap((row) => (row.day === null ? [] : [toUsageRow(row, row.day)])),
  }
}

function toUsageRow(row: Row, day: string): UsageRow {
  return {
    day,
    alias: row.alias,
    ...(row.key_id !== null && { keyId: row.key_id }),
    requests: row.requests,
    failedRequests: row.failed_requests,
    promptTokens: row.prompt_tokens,
    cachedTokens: row.cached_tokens,
    completionTokens: row.completion_tokens,
    chargedMicros: row.charged_micros,
  }
}

/**
 * The charges of keys since the beginning of the month, in UTC like the days of the rollups. Keys without a charge are
 * left out.
 */
export async function readMonthSpentByKey(
  postgres: Queryable,
  { companyId, keyIds }: { companyId: string; keyIds: readonly string[] },
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await postgres.query<{ key_id: string; spent: bigint }>(
    `select key_id, sum(charged_micros)::bigint as spent from usage_rollups
      where company_id = $1 and key_id = any ($2::uuid[]) and day >= date_trunc('month', now() at time zone 'utc')::date
      group by key_id`,
    [companyId, keyIds],
  )
  return new Map(rows.map((row) => [row.key_id, row.spent]))
}
