// The statement for any number of calls, with one array per column as parameters.
import type { FinishedCall } from '@gatehouse/calls/call'
import type { BatchSums } from '../../sum-batch.ts'
import {
  type Column,
  accountArrays,
  insertCalls,
  insertRollups,
  namesOf,
  positionedColumns,
  rollupColumns,
  toCallRows,
} from './settlement-columns.ts'
import { markStatement } from './undelivered-calls.ts'

const firstRollup = 3
const firstCall = firstRollup + rollupColumns.length
const firstAnswer = firstCall + positionedColumns.length

const calls = rowsOf('i', positionedColumns, firstCall)
const settleBatch = `
    with charged as materialized (
      select balances, versions from charge_accounts($1::uuid[], $2::bigint[])
    ), inserted as (${insertCalls(calls, '(select balances from charged)[i.account_position]')}
    ), rolled as (${insertRollups(rowsOf('r', rollupColumns, firstRollup))}
    )`

const statement = {
  name: 'settle-calls',
  text: `${settleBatch}, marked as (${markStatement(firstAnswer)}
    )
    select balances::text, versions::text from charged`,
}

// The statement fails if a row of stored_answers now belongs to another call, because that call's answer may be charged
// already. All bodies are sent as one value: as elements of an array they would be hex-encoded, at twice the length.
const [ids, types, notKept, starts, bodies, lengths] = Array.from(
  { length: 6 },
  (_, index) => `$${firstAnswer + index}`,
)
const statementWithAnswers = {
  name: 'settle-calls-with-answers',
  text: `${settleBatch}, stored as (
      update stored_answers s
         set content_type = a.content_type, not_kept = a.not_kept,
             answer = case when a.not_kept is null then substring(${bodies}::bytea from a.start for a.length) end
        from unnest(${ids}::uuid[], ${types}::text[], ${notKept}::text[], ${starts}::integer[], ${lengths}::integer[])
               as a (call_id, content_type, not_kept, start, length)
       where s.call_id = a.call_id
      returning s.company_id, a.length
    ), counted as (
      insert into stored_answer_totals as t (company_id, bytes)
      select company_id, sum(length) from stored
       where company_id is not null and length > 0 group by company_id order by company_id
      on conflict (company_id) do update set bytes = t.bytes + excluded.bytes
    ), marked as (${markStatement(firstAnswer + 6)}
    )
    select balances::text, versions::text,
           case when (select count(*) from stored) <> cardinality(${ids}) then refuse_batch('GH004') end as refusal
      from charged`,
}

/** Returns the statement and its values, except those of the marks, for calls in order of their ids. */
export function writeManyCalls(calls: readonly FinishedCall[], sums: BatchSums) {
  const values = [
    ...accountArrays([...sums.accounts]),
    ...arraysOf(rollupColumns, sums.rollups),
    ...arraysOf(positionedColumns, toCallRows(calls, sums)),
  ]
  const answered = calls.filter(({ answer, end }) => answer && end.kind !== 'failed')
  if (answered.length === 0) return { ...statement, values }
  return { ...statementWithAnswers, values: [...values, ...answerColumns(answered)] }
}

function answerColumns(calls: readonly FinishedCall[]): unknown[] {
  const kept = calls.map(({ answer }) => (answer && 'body' in answer ? answer : undefined))
  const keptBodies = kept.map((answer) => answer?.body ?? Buffer.alloc(0))
  let start = 1
  return [
    calls.map(({ id }) => id),
    kept.map((answer) => answer?.contentType ?? null),
    calls.map(({ answer }) => (answer && 'notKept' in answer ? answer.notKept : null)),
    keptBodies.map(({ length }) => (start += length) - length),
    Buffer.concat(keptBodies),
    keptBodies.map(({ length }) => length),
  ]
}

function rowsOf(alias: string, columns: readonly { name: string; type: string }[], first: number): string {
  const arrays = columns.map(({ type }, index) => `$${first + index}::${type}[]`)
  return `unnest(${arrays.join(', ')}) as ${alias} (${namesOf(columns)})`
}

/**
 * Postgres arrays as text, one per column. They are written here because the driver would examine each of a large
 * batch's thousands of values, and column by column because an array per row would double the garbage to collect.
 */
function arraysOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
  return columns.map(({ type, value }) => {
    let text = '{'
    let separator = ''
    for (const row of rows) {
      const element = value(row)
      text += separator + (type === 'text' && element !== null ? quoteElement(String(element)) : element)
      separator = ','
    }
    return `${text}}`
  })
}

/** Text as an array element. Plain words, such as ids and reasons, need no quotes. */
function quoteElement(text: string): string {
  const isPlain = /^[a-z0-9/._-]+$/.test(text) && text !== 'null'
  return isPlain ? text : `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}
