// Numbers of calls over time, for a chart. Buckets may be shorter than the days of the rollups, so the calls themselves
// are counted; the rollups show beforehand whether there are too many.
import { Fault } from '@gatehouse/runtime/fault'
import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { refuseArchived } from '../archived-calls.ts'
import { type CallFilter, matchesFilter } from './list-calls.ts'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    creditHistogram: 'credits.too_many_calls'
  }
}

/** Calls that began at `from` or later, and before the next bucket. */
export type CallBucket = { from: Date; succeeded: number; failed: number; chargedMicros: bigint }

export type HistogramQuestion = CallFilter & { from: Date; to: Date; buckets: number }

// Counting a million calls takes most of the second that a statement may run.
const callsMaxDefault = 500_000

/**
 * The calls that began in the period, in buckets of equal length, oldest first. Buckets without calls are included. `failed` counts
 * all calls that were not charged.
 */
export async function countCalls(
  database: Database,
  companyId: string,
  { from, to, buckets, callsMax = callsMaxDefault, ...filter }: HistogramQuestion & { callsMax?: number },
): Promise<CallBucket[]> {
  await refuseArchived(database, { companyId, from })
  await refuseTooMany(database, companyId, { from, to, keyId: filter.keyId, callsMax })
  const { rows } = await sql<{ bucket: number; succeeded: number; failed: number; charged_micros: bigint }>`
    with edges as (
      select array_agg(uuid_at(${from}::timestamptz + n * (${to}::timestamptz - ${from}::timestamptz) / ${buckets}) order by n) as ids
        from generate_series(0, ${buckets}::integer - 1) n
    )
    select width_bucket(c.id, edges.ids) as bucket,
           count(*) filter (where c.status = 'SUCCEEDED')::integer as succeeded,
           count(*) filter (where c.status <> 'SUCCEEDED')::integer as failed,
           sum(c.charged_micros)::bigint as charged_micros
      from edges, calls c
     where c.company_id = ${companyId} and c.id >= uuid_at(${from}::timestamptz)
       and c.id < uuid_at(${to}::timestamptz) and ${matchesFilter(filter)}
     group by 1`.execute(database)
  const counted = new Map(rows.map((row) => [row.bucket, row]))
  const widthMs = (to.getTime() - from.getTime()) / buckets
  return Array.from({ length: buckets }, (_, index) => {
    const row = counted.get(index + 1)
    return {
      from: new Date(Math.round(from.getTime() + index * widthMs)),
      succeeded: row?.succeeded ?? 0,
      failed: row?.failed ?? 0,
      chargedMicros: row?.charged_micros ?? 0n,
    }
  })
}

/** Assumes that the calls of the first and the last day are spread evenly over the day. */
async function refuseTooMany(
  database: Database,
  companyId: string,
  { from, to, keyId, callsMax }: { from: Date; to: Date; keyId: string | undefined; callsMax: number },
): Promise<void> {
  const { rows } = await sql<{ calls: number }>`
    select coalesce(sum(requests * extract(epoch from
             least(${to}::timestamptz at time zone 'UTC', day + 1) - greatest(${from}::timestamptz at time zone 'UTC', day::timestamp)
           ) / 86400), 0)::double precision as calls
      from usage_rollups
     where company_id = ${companyId} and ${keyId === undefined ? sql`true` : sql`key_id = ${keyId}`}
       and day between (${from}::timestamptz at time zone 'UTC')::date and (${to}::timestamptz at time zone 'UTC')::date`.execute(
    database,
  )
  if ((rows[0]?.calls ?? 0) <= callsMax) return
  throw new Fault({
    kind: 'invalid',
    code: 'credits.too_many_calls',
    publicMessage: `The period has more than ${callsMax} calls. Choose a shorter one, or read usage by day.`,
    input: 'from',
  })
}
