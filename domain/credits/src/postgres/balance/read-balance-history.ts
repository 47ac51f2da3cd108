import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { readBalanceAt, transferTime } from './read-balance-at.ts'

export type BalancePoint = { at: Date; balanceMicros: bigint }

export type HistoryQuestion = {
  from: Date
  to: Date
  /** Number of points at most, the two ends included; at least 2. */
  points: number
}

type Row = { at: Date; balance_micros: bigint }

// One entry for each slice of the span. Of the calls it is the one that began last, which its index finds without
// reading the slice.
const text = `
  with moved as (
    select t.id, t.balance_after_micros, ${transferTime} as moment from credit_transfers t where t.owner_id = $1
  ), slices as (
    select s.first, s.first + $4::double precision * interval '1 millisecond' as last
      from generate_series(0, $3::integer - 1) n,
           lateral (select $2::timestamptz + n * $4::double precision * interval '1 millisecond' as first) s
  )
  select e.at, e.balance_after_micros as balance_micros
    from slices s,
         lateral (
           select * from (
             (select c.created_at as at, c.balance_after_micros from calls c
               where c.company_id = $1 and c.id >= uuid_at(s.first) and c.id < uuid_at(s.last)
                 and c.created_at > s.first and c.created_at <= s.last
               order by c.id desc limit 1)
             union all
             (select m.moment, m.balance_after_micros from moved m
               where m.moment > s.first and m.moment <= s.last order by m.moment desc, m.id desc limit 1)
           ) found order by found.at desc limit 1
         ) e
   order by e.at`

/**
 * Reads the course of the balance: the balance at both ends, and between them entries of the ledger, each with the
 * balance after it, at most one for each slice of the span. Archived calls are not among them.
 */
export async function readBalanceHistory(
  postgres: Queryable,
  companyId: string,
  { from, to, points }: HistoryQuestion,
): Promise<BalancePoint[]> {
  const slices = points - 2
  const sliceMs = (to.getTime() - from.getTime()) / Math.max(1, slices)
  const [first, between, last] = [
    await readBalanceAt(postgres, companyId, from),
    slices > 0 && sliceMs > 0
      ? await postgres.query<Row>({
          name: 'read-balance-history',
          text,
          values: [companyId, from.toISOString(), slices, sliceMs],
        })
      : { rows: [] },
    await readBalanceAt(postgres, companyId, to),
  ]
  return [
    { at: first.at, balanceMicros: first.balanceMicros },
    ...between.rows
      .filter(({ at }) => at > from && at < to)
      .map(({ at, balance_micros }) => ({ at, balanceMicros: balance_micros })),
    { at: last.at, balanceMicros: last.balanceMicros },
  ]
}
