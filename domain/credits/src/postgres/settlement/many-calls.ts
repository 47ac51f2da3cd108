// The statement for any number of calls: `settle_calls` with one array per column.
import type { FinishedCall } from '@gatehouse/calls/call'
import { assert } from '@gatehouse/runtime/assert'
import { type BatchSums, chargedMicros, nothingUsed } from '../../sum-batch.ts'
import { createArray, quoteElement } from './array-text.ts'
import { statusOf } from './column-values.ts'
import { markStatement } from './undelivered-calls.ts'

const settleCalls = `settle_calls(${Array.from({ length: 27 }, (_, index) => `$${index + 1}`).join(', ')})`

const statement = {
  name: 'settle-calls',
  text: `
    with marked as (${markStatement(28)}
    )
    select balances::text, versions::text from ${settleCalls}`,
}

// Refuses if a call's place was taken by another, whose answer may be charged already. All answers travel as one value:
// as the elements of an array they would be written in hexadecimal digits, twice as long.
const statementWithAnswers = {
  name: 'settle-calls-with-answers',
  text: `
    with stored as (
      update stored_answers s
         set content_type = a.content_type, not_kept = a.not_kept,
             answer = case when a.not_kept is null then substring($32::bytea from a.start for a.length) end
        from unnest($28::uuid[], $29::text[], $30::text[], $31::integer[], $33::integer[])
               as a (call_id, content_type, not_kept, start, length)
       where s.call_id = a.call_id
      returning s.company_id, a.length
    ), counted as (
      insert into stored_answer_totals as t (company_id, bytes)
      select company_id, sum(length) from stored
       where company_id is not null and length > 0 group by company_id order by company_id
      on conflict (company_id) do update set bytes = t.bytes + excluded.bytes
    ), marked as (${markStatement(34)}
    )
    select balances::text, versions::text,
           case when (select count(*) from stored) <> cardinality($28) then refuse_batch('GH004') end as refusal
      from ${settleCalls}`,
}

/** The statement with its values but for the marks, for calls in the order of their ids. */
export function writeManyCalls(calls: readonly FinishedCall[], sums: BatchSums) {
  const values = [
    ...accountColumns(sums),
    ...rollupColumns(sums),
    ...callColumns(calls, sums),
    concernedColumn(calls),
  ]
  const answered = calls.filter(({ answer, end }) => answer && end.kind === 'succeeded')
  if (answered.length === 0) return { ...statement, values }
  return { ...statementWithAnswers, values: [...values, ...answerColumns(answered)] }
}

/** Only the platform's own calls concern another company, so for nearly all batches it is empty. */
function concernedColumn(calls: readonly FinishedCall[]): string {
  if (calls.every(({ concernedCompanyId }) => concernedCompanyId === undefined)) return '{}'
  return `{${calls.map(({ concernedCompanyId }) => concernedCompanyId ?? 'null').join(',')}}`
}

function answerColumns(calls: readonly FinishedCall[]): unknown[] {
  const kept = calls.map(({ answer }) => (answer && 'body' in answer ? answer : undefined))
  const bodies = kept.map((answer) => answer?.body ?? Buffer.alloc(0))
  let start = 1
  return [
    calls.map(({ id }) => id),
    kept.map((answer) => answer?.contentType ?? null),
    calls.map(({ answer }) => (answer && 'notKept' in answer ? answer.notKept : null)),
    bodies.map(({ length }) => (start += length) - length),
    Buffer.concat(bodies),
    bodies.map(({ length }) => length),
  ]
}

function accountColumns({ accounts }: BatchSums): string[] {
  const ids = createArray()
  const charges = createArray()
  for (const [companyId, { charged }] of accounts) {
    ids.add(companyId)
    charges.add(charged)
  }
  return [ids.text(), charges.text()]
}

function rollupColumns({ rollups }: BatchSums): string[] {
  const columns = Array.from({ length: 9 }, createArray)
  for (const { call, requests, failed, prompt, cached, completion, charged } of rollups) {
    const key = [call.companyId, call.keyId, quoteElement(call.alias)]
    const row = [...key, requests, failed, prompt, cached, completion, charged]
    row.forEach((value, index) => columns[index]?.add(value))
  }
  return columns.map((column) => column.text())
}

// Written out column by column rather than in a loop over a row: this is the one place that sees every value of
// every call, and an array per call would be half of what the collector has to clear away.
function callColumns(calls: readonly FinishedCall[], { accounts }: BatchSums): string[] {
  let [ids, positions, keys, aliases, operations, statuses, reasons, prices] = [
    '{',
    '{',
    '{',
    '{',
    '{',
    '{',
    '{',
    '{',
  ]
  let [prompts, cached, completions, charges, through, holds, durations] = ['{', '{', '{', '{', '{', '{', '{']
  let separator = ''
  for (const call of calls) {
    const { end } = call
    const account = accounts.get(call.companyId)
    assert(account, 'every call has an account')
    const usage = end.usage ?? nothingUsed
    const charged = chargedMicros(call)
    account.chargedThrough += charged
    ids += separator + call.id
    positions += separator + account.position
    keys += separator + call.keyId
    aliases += separator + quoteElement(call.alias)
    operations += separator + call.operation
    statuses += separator + statusOf[end.kind]
    reasons += separator + (end.kind === 'succeeded' ? 'null' : end.reason)
    prices += separator + (end.kind === 'succeeded' ? end.priceVersion : 'null')
    prompts += separator + usage.promptTokens
    cached += separator + usage.cachedTokens
    completions += separator + usage.completionTokens
    charges += separator + charged
    through += separator + account.chargedThrough
    holds += separator + call.heldMicros
    durations += separator + Math.round(call.durationMs)
    separator = ','
  }
  const early = [ids, positions, keys, aliases, operations, statuses, reasons, prices]
  const late = [prompts, cached, completions, charges, through, holds, durations]
  return [...early, ...late].map((column) => `${column}}`)
}
