// The statement for a few calls, with plain values as parameters: unpacking an array per column takes longer than
// writing one call. It covers only the common case, in which each account's open lot covers its charges; otherwise it
// fails without changing anything, and the batch is sent by the statement for many calls.
import type { FinishedCall } from '@gatehouse/calls/call'
import { assert } from '@gatehouse/runtime/assert'
import type { BatchSums } from '../../sum-batch.ts'
import {
  type Column,
  type ColumnValue,
  callColumns,
  insertCalls,
  insertRollups,
  namesOf,
  rollupColumns,
  toCallRows,
} from './settlement-columns.ts'
import { markStatement } from './undelivered-calls.ts'

const accountColumns: readonly Column<[companyId: string, sum: { charged: bigint }]>[] = [
  { name: 'owner_id', type: 'uuid', value: ([companyId]) => companyId },
  { name: 'amount', type: 'bigint', value: ([, { charged }]) => charged },
]

/** There is one statement per size; a batch uses the next larger one and pads its rows with nulls. */
const sizes = [1, 2, 4, 8]
export const fewCallsMax = 8

const statements = new Map(
  sizes.map((size) => [size, { name: `settle-${size}`, text: writeStatement(size) }]),
)

/** Returns the statement and its values, except those of the marks, for at most `fewCallsMax` calls in order of their ids. */
export function writeFewCalls(calls: readonly FinishedCall[], sums: BatchSums) {
  const size = sizes.find((one) => one >= calls.length) ?? fewCallsMax
  const values: ColumnValue[] = [sums.accounts.size]
  const add = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]) => {
    const end = values.length + size * columns.length
    for (const row of rows) for (const { value } of columns) values.push(value(row))
    while (values.length < end) values.push(null)
  }
  add(accountColumns, [...sums.accounts])
  add(callColumns, toCallRows(calls, sums))
  add(rollupColumns, sums.rollups)
  const statement = statements.get(size)
  assert(statement, 'there is a statement for every size')
  return { ...statement, values }
}

function writeStatement(size: number): string {
  let parameter = 1
  const rowsOf = (alias: string, columns: readonly { name: string; type: string }[]) => {
    const row = () => `(${columns.map(({ type }) => `$${(parameter += 1)}::${type}`).join(', ')})`
    return `(values ${Array.from({ length: size }, row).join(', ')}) as ${alias} (${namesOf(columns)})`
  }
  const [accounts, calls] = [rowsOf('c', accountColumns), rowsOf('i', callColumns)]
  const rollups = rowsOf('r', rollupColumns)
  return `
    with charged as (
      update credit_accounts a
         set balance_micros = a.balance_micros - c.amount, charged_micros = a.charged_micros + c.amount,
             version = a.version + 1
        from ${accounts}
       where a.owner_id = c.owner_id
      returning a.owner_id, c.amount, a.balance_micros, a.version, a.open_lot_id, a.next_expiry_at
    ), burnt as (
      update credit_lots l set remaining_micros = l.remaining_micros - c.amount
        from charged c
       where l.id = c.open_lot_id and l.remaining_micros >= c.amount and c.amount > 0
      returning l.owner_id
    ), inserted as (${insertCalls(`${calls} join charged c on c.owner_id = i.company_id`, 'c.balance_micros')}
    ), rolled as (${insertRollups(rollups)}
    ), marked as (${markStatement(parameter + 1)}
    )
    select array_agg(balance_micros order by owner_id)::text as balances,
           array_agg(version + (select version_base()) order by owner_id)::text as versions,
           case when count(*) <> $1::bigint or bool_or(next_expiry_at <= now()) then refuse_batch('GH002')
                when count(*) filter (where amount > 0) <> (select count(*) from burnt) then refuse_batch('GH003')
           end as refusal
      from charged`
}
