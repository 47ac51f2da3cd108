// Adds up the calls that were closed since the last run, so that they need not be read again. A call's row never
// changes, and `created_at` is the time of the transaction that closed it; so calls closed some time ago are final.
// Selecting them by their range of ids may miss a call whose process had a wrong clock: its company then appears to
// drift, all of its calls are read (see `charged-sums.ts`), and the sum is corrected.
import type { Postgres, Queryable } from '@gatehouse/postgres/create-postgres'
import { assert } from '@gatehouse/runtime/assert'
import type { DayCorrection } from './charged-sums.ts'
import type { LedgerConnections, LedgerReads } from './ledger-reads.ts'

export type CallTimes = {
  /** No transaction runs longer than this, so all calls closed longer ago are visible. */
  closedAfterMs: number
  /** The longest usual time from the creation of a call's id to its end. */
  callMsMax: number
}

export const defaultCallTimes: CallTimes = { closedAfterMs: 300_000, callMsMax: 3_600_000 }

export async function addUpCalls(
  { primary: postgres, reads }: LedgerConnections,
  times: CallTimes,
  onDay: (day: string) => void = () => undefined,
): Promise<void> {
  // Fixed at the start: calls closed during this run belong to the next one.
  const finalBefore = await readFinalBefore(postgres, times)
  if (!(await hasBegun(postgres))) await postgres.query(beginStatement, [finalBefore])
  // All calls closed before that time are visible from here on.
  await reads.catchUp()
  for (;;) {
    const slice = await readSlice(postgres, finalBefore, times)
    if (!slice) return
    const sums = await readSums(reads, slice)
    await postgres.transaction((tx) => addSums(tx, slice, sums))
    if (slice.is_last_of_day) onDay(slice.day)
  }
}

/**
 * The time is read as text, because a Date would truncate it to milliseconds and a call could fall between two slices.
 */
async function readFinalBefore(postgres: Postgres, { closedAfterMs }: CallTimes): Promise<string> {
  const { rows } = await postgres.query<{ moment: string }>(
    'select (now() - make_interval(secs => $1 / 1000.0))::text as moment',
    [closedAfterMs],
  )
  const [row] = rows
  assert(row, 'Postgres must return the time')
  return row.moment
}

type Slice = {
  since: string
  until: string
  day: string
  is_open: boolean
  is_last_of_day: boolean
  /** The range of ids in which calls that ended in the slice began. */
  first_id: string
  end_id: string
}

async function hasBegun(postgres: Queryable): Promise<boolean> {
  const { rows } = await postgres.query('select from reconciliation_progress')
  return rows.length > 0
}

// The first run begins with the first call.
const beginStatement = `
  insert into reconciliation_progress (calls_through)
  select least((select min(created_at) from calls), $1::timestamptz)
   where not exists (select from reconciliation_progress)
  on conflict do nothing`

// A slice ends at midnight at the latest, because it belongs to one day. It is at most six hours, because the statement
// that reads it keeps vacuum from removing old rows, or delays the standby.
const sliceStatement = `
  select p.calls_through::text as since, s.until::text as until,
         (p.calls_through at time zone 'UTC')::date::text as day, s.until > p.calls_through as is_open,
         s.until = s.midnight or s.until = $1::timestamptz as is_last_of_day,
         uuid_at(p.calls_through - make_interval(secs => $2 / 1000.0)) as first_id,
         uuid_at(s.until + make_interval(secs => $2 / 1000.0)) as end_id
    from reconciliation_progress p,
         lateral (select date_trunc('day', p.calls_through, 'UTC') + interval '24 hours' as midnight) m,
         lateral (select m.midnight, least(m.midnight, p.calls_through + interval '6 hours', $1::timestamptz) as until) s`

async function readSlice(
  postgres: Queryable,
  finalBefore: string,
  { callMsMax }: CallTimes,
): Promise<Slice | undefined> {
  const { rows } = await postgres.query<Slice>(sliceStatement, [finalBefore, callMsMax])
  return rows[0]?.is_open ? rows[0] : undefined
}

type CompanySum = { company_id: string; micros: bigint }

// The range of ids restricts the statement to the partitions of the slice: a partition that was added up is not read
// again, nor locked, because the ids are known when the statement is planned.
const sumStatement = `
  select company_id, sum(charged_micros)::bigint as micros
    from calls
   where created_at >= $1::timestamptz and created_at < $2::timestamptz
     and id >= $3::uuid and id < $4::uuid
   group by company_id`

async function readSums(
  { postgres }: LedgerReads,
  { since, until, first_id, end_id }: Slice,
): Promise<CompanySum[]> {
  const { rows } = await postgres.query<CompanySum>(sumStatement, [since, until, first_id, end_id])
  return rows
}

const addStatement = `
  insert into reconciled_days as d (company_id, day, calls_micros)
  select company_id, $1::date, micros from unnest($2::uuid[], $3::bigint[]) as s (company_id, micros)
  on conflict (company_id, day) do update
     set calls_micros = d.calls_micros + excluded.calls_micros, checked_at = now()`

/** A no-op if a concurrent run has added the slice. */
async function addSums(tx: Queryable, slice: Slice, sums: readonly CompanySum[]): Promise<void> {
  const { rows } = await tx.query<{ calls_through: string }>(
    'select calls_through::text from reconciliation_progress for update',
  )
  if (rows[0]?.calls_through !== slice.since) return
  await tx.query(addStatement, [
    slice.day,
    sums.map(({ company_id }) => company_id),
    sums.map(({ micros }) => micros),
  ])
  await tx.query('update reconciliation_progress set calls_through = $1::timestamptz', [slice.until])
}

/**
 * Corrects sums that were added up earlier; they are derived data, not the ledger. A no-op if they changed since they
 * were read; the next run finds the difference again.
 */
export async function correctDays(
  postgres: Postgres,
  since: string,
  corrections: readonly DayCorrection[],
): Promise<void> {
  if (corrections.length === 0) return
  await postgres.transaction(async (tx) => {
    const { rows } = await tx.query<{ calls_through: string }>(
      'select calls_through::text from reconciliation_progress for update',
    )
    if (rows[0]?.calls_through !== since) return
    await tx.query(
      `insert into reconciled_days as d (company_id, day, calls_micros)
       select * from unnest($1::uuid[], $2::date[], $3::bigint[])
       on conflict (company_id, day) do update set calls_micros = excluded.calls_micros, checked_at = now()`,
      [
        corrections.map(({ companyId }) => companyId),
        corrections.map(({ day }) => day),
        corrections.map(({ callsMicros }) => callsMicros),
      ],
    )
  })
}
