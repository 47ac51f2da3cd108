// Adds up the calls that were closed since the last run, so that they need not be read again. A call's row never
// changes, and `created_at` is the time of the transaction that closed it; so calls closed some time ago are final.
// Selecting them by their range of ids may miss a call whose process had a wrong clock: its company then appears to
// drift, all of its calls are read (see `charged-sums.ts`), and the sum is corrected.
import type { Postgres, Queryable } from '@gatehouse/postgres/create-postgres'
import { assert } from '@gatehouse/runtime/assert'
import type { DayCorrection } from './charged-sums.ts'

export type CallTimes = {
  /** No transaction runs longer than this, so all calls closed longer ago are visible. */
  closedAfterMs: number
  /** The longest usual time from the creation of a call's id to its end. */
  callMsMax: number
}

export const defaultCallTimes: CallTimes = { closedAfterMs: 300_000, callMsMax: 3_600_000 }

export async function addUpCalls(
  postgres: Postgres,
  times: CallTimes,
  onDay: (day: string) => void = () => undefined,
): Promise<void> {
  // Fixed at the start: calls closed during this run belong to the next one.
  const finalBefore = await readFinalBefore(postgres, times)
  for (;;) {
    const slice = await postgres.transaction((tx) => addUpSlice(tx, finalBefore, times))
    if (!slice) return
    onDay(slice.day)
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

type Slice = { since: string; until: string; day: string; is_open: boolean }

// The first run begins with the first call.
const beginStatement = `
  insert into reconciliation_progress (calls_through)
  select least((select min(created_at) from calls), $1::timestamptz)
   where not exists (select from reconciliation_progress)
  on conflict do nothing`

// A slice ends at midnight at the latest, because it belongs to one day.
const sliceStatement = `
  select p.calls_through::text as since, s.until::text as until,
         (p.calls_through at time zone 'UTC')::date::text as day, s.until > p.calls_through as is_open
    from reconciliation_progress p,
         least(date_trunc('day', p.calls_through, 'UTC') + interval '1 day', $1::timestamptz) as s (until)
     for update of p`

const addStatement = `
  insert into reconciled_days as d (company_id, day, calls_micros)
  select company_id, $3::date, sum(charged_micros)::bigint
    from calls
   where created_at >= $1::timestamptz and created_at < $2::timestamptz
     and id >= uuid_at($1::timestamptz - make_interval(secs => $4 / 1000.0))
     and id < uuid_at($2::timestamptz + make_interval(secs => $4 / 1000.0))
   group by company_id
  on conflict (company_id, day) do update
     set calls_micros = d.calls_micros + excluded.calls_micros, checked_at = now()`

async function addUpSlice(
  tx: Queryable,
  finalBefore: string,
  { callMsMax }: CallTimes,
): Promise<Slice | undefined> {
  await tx.query(beginStatement, [finalBefore])
  const { rows } = await tx.query<Slice>(sliceStatement, [finalBefore])
  const [slice] = rows
  if (!slice?.is_open) return undefined
  await tx.query(addStatement, [slice.since, slice.until, slice.day, callMsMax])
  await tx.query('update reconciliation_progress set calls_through = $1::timestamptz', [slice.until])
  return slice
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
