// The balance at a moment in the past. It is summed up from the transfers and charges until then rather than taken from
// the last entry's `balance_after_micros`: `created_at` is when a transaction began, so the order of two concurrent
// entries by time can differ from the order in which they changed the balance.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { assert } from '@gatehouse/runtime/assert'
import { defaultCallTimes } from '../../reconciliation/postgres/add-up-calls.ts'
import { archiveEnd } from '../archived-calls.ts'
import type { ListedTransfer } from '../lists/list-transfers.ts'

export type BalanceEntry = {
  kind: 'call' | 'transfer'
  id: string
  type: ListedTransfer['type']
  amountMicros: bigint
  balanceAfterMicros: bigint
  createdAt: Date
}

export type BalanceAt = {
  /** The moment of the balance: the end of the day before, in UTC, if calls of the day that was asked for are archived. */
  at: Date
  balanceMicros: bigint
  /** The last change of the balance until then; null if there was none, or if it may be an archived call. */
  entry: BalanceEntry | null
}

type Row = {
  balance_micros: bigint
  at: Date
  is_archived: boolean
  kind: BalanceEntry['kind'] | null
  id: string
  type: BalanceEntry['type']
  amount_micros: bigint
  balance_after_micros: bigint
  created_at: Date
}

/** SQL of the time from which a transfer `t` counts: credits of a lot that expired cannot be spent from then on. */
export const transferTime = `
  coalesce((select l.expires_at from credit_lots l
             where t.type = 'EXPIRY' and l.owner_id = $1 and l.id = substr(t.business_key, 8)::uuid), t.created_at)`

// Charges of whole days are read from the rollups. Those of the moment's day are added up from its calls, before or
// after the moment, whichever is shorter.
const text = `
  with given as (
    -- Times are shown with milliseconds, so the whole millisecond counts.
    select least($2::timestamptz, now()) + interval '1 millisecond' as until,
           ${archiveEnd} + make_interval(secs => $3 / 1000.0) as archive_end
  ), asked as (
    -- Only whole days can be added up without their calls. Those of the archive may have ended in the hour after its end.
    select case when first < archive_end then first else until end as until, coalesce(first < archive_end, false) as is_archived
      from given, lateral (select date_trunc('day', until, 'UTC') as first) day
  ), spans as (
    select until, is_archived, (until at time zone 'UTC')::date as day, date_trunc('day', until, 'UTC') as first,
           date_trunc('day', until, 'UTC') + interval '24 hours' as last
      from asked
  ), sides as (
    select *, until - first > least(last, now()) - until as is_late from spans
  ), moved as (
    select t.id, t.type, t.amount_micros, t.balance_after_micros, ${transferTime} as moment
      from credit_transfers t where t.owner_id = $1
  ), balance as (
    select (coalesce((select sum(m.amount_micros) from moved m where m.moment < s.until), 0)
             - coalesce((select sum(l.remaining_micros) from credit_lots l
                          where l.owner_id = $1 and l.remaining_micros > 0 and l.expires_at < s.until), 0)
             - coalesce((select sum(u.charged_micros) from usage_rollups u
                          where u.company_id = $1 and u.day < s.day + s.is_late::integer), 0)
             - coalesce((select sum(case when s.is_late then -c.charged_micros else c.charged_micros end)
                           from calls c
                          where c.company_id = $1
                            and c.created_at >= case when s.is_late then s.until else s.first end
                            and c.created_at < case when s.is_late then s.last else s.until end
                            and c.id >= uuid_at(case when s.is_late then s.until else s.first end - make_interval(secs => $3 / 1000.0))
                            and c.id < uuid_at(case when s.is_late then s.last else s.until end + make_interval(secs => $3 / 1000.0))),
                        0))::bigint as micros, s.until, s.is_archived
      from sides s
  ), last_begun as (
    select c.created_at from calls c, balance b
     where c.company_id = $1 and c.id < uuid_at(b.until + interval '1 second') and c.created_at < b.until
       and c.charged_micros > 0
     order by c.id desc limit 1
  ), entries as (
    (select 'call' as kind, c.id, 'USAGE'::credit_transaction_type as type, -c.charged_micros as amount_micros,
            c.balance_after_micros, c.created_at
       from calls c, balance b, last_begun f
      where c.company_id = $1 and c.charged_micros > 0 and c.created_at >= f.created_at and c.created_at < b.until
        and c.id >= uuid_at(f.created_at - make_interval(secs => $3 / 1000.0)) and c.id < uuid_at(b.until + interval '1 second')
      order by c.created_at desc, c.id desc limit 100)
    union all
    (select 'transfer', m.id, m.type, m.amount_micros, m.balance_after_micros, m.moment
       from moved m, balance b where m.moment < b.until order by m.moment desc, m.id desc limit 100)
  )
  select b.micros as balance_micros, b.until - interval '1 millisecond' as at, b.is_archived, e.*
    from balance b
    left join lateral (
      select * from entries
       order by entries.balance_after_micros = b.micros desc, entries.created_at desc, entries.id desc limit 1
    ) e on true`

/** Resolves to the balance that could be spent at that moment; a moment in the future counts as now. */
export async function readBalanceAt(postgres: Queryable, companyId: string, at: Date): Promise<BalanceAt> {
  const { rows } = await postgres.query<Row>({
    name: 'read-balance-at',
    text,
    values: [companyId, at.toISOString(), defaultCallTimes.callMsMax],
  })
  const [row] = rows
  assert(row, 'the balance must be a row')
  return {
    at: row.is_archived ? row.at : at,
    balanceMicros: row.balance_micros,
    entry: row.kind === null || row.is_archived ? null : toEntry(row, row.kind),
  }
}

function toEntry(row: Row, kind: BalanceEntry['kind']): BalanceEntry {
  return {
    kind,
    id: row.id,
    type: row.type,
    amountMicros: row.amount_micros,
    balanceAfterMicros: row.balance_after_micros,
    createdAt: row.created_at,
  }
}
