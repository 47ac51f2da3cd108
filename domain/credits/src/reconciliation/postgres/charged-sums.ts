// Compares the sum charged in three places: the account, the rollups and the calls. The sum of the calls is what
// earlier runs added up plus the calls closed since. Before a disagreement counts as drift, all calls of the company
// are read again, apart from archived ones, whose sums are recorded.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { assert } from '@gatehouse/runtime/assert'
import type { AmountDrift } from '../reconciliation-report.ts'

export type ChargedSums = {
  drifts: readonly AmountDrift[]
  /** Days whose sum, as added up by an earlier run, differs from the sum of their calls. */
  corrections: readonly DayCorrection[]
}

export type DayCorrection = { companyId: string; day: string; callsMicros: bigint }

/** `since` is the time up to which calls have been added up, or null if they never were. */
export type SumsScope = { ownerId: string | undefined; since: string | null; callMsMax: number }

export async function readChargedSums(snapshot: Queryable, scope: SumsScope): Promise<ChargedSums> {
  const { ownerId, since } = scope
  const suspects = ownerId === undefined ? await findSuspects(snapshot, scope) : [ownerId]
  if (suspects.length === 0) return { drifts: [], corrections: [] }
  const days = await readDays(snapshot, suspects, since)
  const calls = new Map<string, bigint>()
  for (const { company_id, calls_micros } of days) {
    calls.set(company_id, (calls.get(company_id) ?? 0n) + calls_micros)
  }
  const others = await readOthers(snapshot, suspects)
  return {
    drifts: others.flatMap((row) => compare(row, calls.get(row.company_id) ?? 0n)),
    corrections: since === null ? [] : days.filter(({ is_wrong }) => is_wrong).map(toCorrection),
  }
}

// The id restricts the statement to the last partitions, because it is known when the statement is planned.
const suspectsQuery = `
  with sums as (
    select company_id, calls_micros as calls, 0::bigint as rollups, 0::bigint as account from reconciled_days
    union all
    select company_id, charged_micros, 0, 0 from calls
     where created_at >= $1::timestamptz
       and id >= $2::uuid
    union all
    select company_id, 0, charged_micros, 0 from usage_rollups
    union all
    select owner_id, 0, 0, charged_micros from credit_accounts
  )
  select company_id from sums
   group by company_id
  having sum(calls) <> sum(account) or sum(rollups) <> sum(account)
   order by company_id`

async function findSuspects(snapshot: Queryable, { since, callMsMax }: SumsScope): Promise<string[]> {
  assert(since !== null, 'calls must be added up before all accounts are inspected')
  const bound = await snapshot.query<{ id: string }>(
    'select uuid_at($1::timestamptz - make_interval(secs => $2 / 1000.0)) as id',
    [since, callMsMax],
  )
  const { rows } = await snapshot.query<{ company_id: string }>(suspectsQuery, [since, bound.rows[0]?.id])
  return rows.map(({ company_id }) => company_id)
}

type DayRow = {
  company_id: string
  day: string
  calls_micros: bigint
  closed_micros: bigint
  is_wrong: boolean
}

// The calls of an archived partition are summed in archived_call_days, as they were read back from its objects. A
// partition that is detached and not archived is in neither place, so its days keep the sum added up earlier. A day is
// covered if all of its calls are in an attached partition or in the archive; not the first day of the oldest one,
// because calls of the partition before may have ended on it.
const daysQuery = `
  with places as (
    select (select min(first_day) from call_partitions where is_attached) as attached_first, min(first_day) as archived_first,
           max(end_day) as archived_end
      from archived_call_partitions where detached_at is not null
  ), rows as (
    select company_id, (created_at at time zone 'UTC')::date as day, sum(charged_micros) as micros,
           coalesce(sum(charged_micros) filter (where created_at < $2::timestamptz), 0) as closed_micros
      from calls where company_id = any ($1::uuid[]) group by 1, 2
    union all
    select d.company_id, d.day, d.charged_micros, d.charged_micros
      from archived_call_days d join archived_call_partitions p on p.name = d.partition_name and p.detached_at is not null
     where d.company_id = any ($1::uuid[])
  ), found as (
    select company_id, day, sum(micros) as micros, sum(closed_micros) as closed_micros from rows group by 1, 2
  ), days as (
    select company_id, day, r.calls_micros as remembered, coalesce(f.micros, 0) as micros,
           coalesce(f.closed_micros, 0) as closed_micros,
           r.calls_micros is not null and not coalesce(
             day > p.attached_first
             or (day > p.archived_first and (day < p.archived_end or p.archived_end >= p.attached_first)), false) as is_gone
      from found f
      full join (select * from reconciled_days where company_id = any ($1::uuid[])) r using (company_id, day)
     cross join places p
  )
  select company_id, day, (case when is_gone then remembered else micros end)::bigint as calls_micros,
         closed_micros::bigint as closed_micros,
         not is_gone and closed_micros <> coalesce(remembered, 0) as is_wrong
    from days`

async function readDays(
  snapshot: Queryable,
  companyIds: readonly string[],
  since: string | null,
): Promise<DayRow[]> {
  const { rows } = await snapshot.query<DayRow>(daysQuery, [companyIds, since])
  return rows
}

function toCorrection({ company_id, day, closed_micros }: DayRow): DayCorrection {
  return { companyId: company_id, day, callsMicros: closed_micros }
}

type OthersRow = { company_id: string; account_micros: bigint; rollups_micros: bigint }

const othersQuery = `
  select s.id as company_id, coalesce(a.charged_micros, 0) as account_micros,
         coalesce((select sum(u.charged_micros) from usage_rollups u where u.company_id = s.id), 0)::bigint
           as rollups_micros
    from unnest($1::uuid[]) as s (id)
    left join credit_accounts a on a.owner_id = s.id
   order by s.id`

async function readOthers(snapshot: Queryable, companyIds: readonly string[]): Promise<OthersRow[]> {
  const { rows } = await snapshot.query<OthersRow>(othersQuery, [companyIds])
  return rows
}

/** The calls are the reference; the other two sums are derived from them. */
function compare(
  { company_id, account_micros, rollups_micros }: OthersRow,
  callsMicros: bigint,
): AmountDrift[] {
  const sums = [
    { what: 'charges of the account', actualMicros: account_micros },
    { what: 'sum of the rollups', actualMicros: rollups_micros },
  ]
  return sums
    .filter(({ actualMicros }) => actualMicros !== callsMicros)
    .map(({ what, actualMicros }) => ({
      ownerId: company_id,
      what,
      expectedMicros: callsMicros,
      actualMicros,
    }))
}
