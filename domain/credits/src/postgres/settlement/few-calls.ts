// The statements for a few calls, with plain values as parameters: unpacking an array per column takes longer than
// writing one call. The one for a single call covers only the common case, in which the account's open lot covers the
// charge; otherwise it fails without changing anything, and the call is sent by the statement for many calls.
//
// No plan may change the order in which accounts are locked: a single call locks one, and several calls lock theirs in
// `charge_accounts`, which has its own planner settings. The rest of the statements has no joins.
import type { FinishedCall } from '@gatehouse/calls/call'
import { assert } from '@gatehouse/runtime/assert'
import type { BatchSums } from '../../sum-batch.ts'
import {
  type Column,
  type ColumnValue,
  accountArrays,
  callColumns,
  insertCalls,
  insertRollups,
  namesOf,
  positionedColumns,
  rollupColumns,
  toCallRows,
} from './settlement-columns.ts'
import { markStatement } from './undelivered-calls.ts'

/** There is one statement per size; a batch uses the next larger one and pads its rows with nulls. */
const sizes = [2, 4, 8]
export const fewCallsMax = 8

const oneCall = { name: 'settle-1', text: writeOneCall() }
const statements = new Map(
  sizes.map((size) => [size, { name: `settle-${size}`, text: writeStatement(size) }]),
)

/** Returns the statement and its values, except those of the marks, for at most `fewCallsMax` calls in order of their ids. */
export function writeFewCalls(calls: readonly FinishedCall[], sums: BatchSums) {
  const rows = toCallRows(calls, sums)
  const accounts = [...sums.accounts]
  const [account] = accounts
  if (rows.length === 1 && account) {
    const [companyId, { charged }] = account
    return {
      ...oneCall,
      values: [companyId, charged, ...valuesOf(callColumns, rows), ...valuesOf(rollupColumns, sums.rollups)],
    }
  }
  const size = sizes.find((one) => one >= calls.length) ?? fewCallsMax
  const statement = statements.get(size)
  assert(statement, 'there is a statement for every size')
  const padded = <Row>(columns: readonly Column<Row>[], given: readonly Row[]) => {
    const values = valuesOf(columns, given)
    while (values.length < size * columns.length) values.push(null)
    return values
  }
  const values = [
    ...accountArrays(accounts),
    ...padded(positionedColumns, rows),
    ...padded(rollupColumns, sums.rollups),
  ]
  return { ...statement, values }
}

function valuesOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): ColumnValue[] {
  return rows.flatMap((row) => columns.map(({ value }) => value(row)))
}

function writeOneCall(): string {
  const rows = numberRows(1, 3)
  const [calls, rollups] = [rows.write('i', callColumns), rows.write('r', rollupColumns)]
  return `
    with charged as (
      update credit_accounts a
         set balance_micros = a.balance_micros - $2::bigint, charged_micros = a.charged_micros + $2::bigint,
             version = a.version + 1
       where a.owner_id = $1::uuid
      returning a.balance_micros, a.version, a.open_lot_id, a.next_expiry_at
    ), burnt as (
      update credit_lots l set remaining_micros = l.remaining_micros - $2::bigint
        from charged c
       where l.id = c.open_lot_id and l.remaining_micros >= $2::bigint and $2::bigint > 0
      returning l.owner_id
    ), inserted as (${insertCalls(`${calls} cross join charged c`, 'c.balance_micros')}
    ), rolled as (${insertRollups(rollups)}
    ), marked as (${markStatement(rows.next())}
    )
    select array_agg(balance_micros)::text as balances,
           array_agg(version + (select version_base()))::text as versions,
           case when count(*) <> 1 or bool_or(next_expiry_at <= now()) then refuse_batch('GH002')
                when $2::bigint > 0 and (select count(*) from burnt) <> 1 then refuse_batch('GH003')
           end as refusal
      from charged`
}

function writeStatement(size: number): string {
  const rows = numberRows(size, 3)
  const calls = `${rows.write('i', positionedColumns)} where i.id is not null`
  const rollups = rows.write('r', rollupColumns)
  return `
    with charged as materialized (
      select balances, versions from charge_accounts($1::uuid[], $2::bigint[])
    ), inserted as (${insertCalls(calls, '(select balances from charged)[i.account_position]')}
    ), rolled as (${insertRollups(rollups)}
    ), marked as (${markStatement(rows.next())}
    )
    select balances::text, versions::text from charged`
}

/** Writes rows of parameters, numbered from `first` on. */
function numberRows(size: number, first: number) {
  let parameter = first
  return {
    next: () => parameter,
    write(alias: string, columns: readonly { name: string; type: string }[]): string {
      const row = () => `(${columns.map(({ type }) => `$${parameter++}::${type}`).join(', ')})`
      return `(values ${Array.from({ length: size }, row).join(', ')}) as ${alias} (${namesOf(columns)})`
    },
  }
}
