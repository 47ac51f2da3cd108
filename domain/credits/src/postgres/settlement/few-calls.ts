// The statement for a few calls: the same writes as `settle_calls`, but of plain values. Starting a function and taking
// fifteen arrays apart takes longer than writing one call. It knows only the common case, where the lot that pays next
// suffices, and refuses everything else, having changed nothing.
import type { FinishedCall } from '@gatehouse/calls/call'
import { assert } from '@gatehouse/runtime/assert'
import type { BatchSums } from '../../sum-batch.ts'
import { type ColumnValue, accountValues, callValues, rollupValues } from './column-values.ts'
import { markStatement } from './undelivered-calls.ts'

const accountTypes = ['uuid', 'bigint']
const callTypes =
  'uuid uuid uuid text text call_status text bigint integer integer integer bigint bigint bigint integer'.split(
    ' ',
  )
const rollupTypes = ['uuid', 'uuid', 'text', 'bigint', 'bigint', 'bigint', 'bigint', 'bigint', 'bigint']

/** For each of these there is a statement; a batch takes the next larger one and leaves the rest of it empty. */
const sizes = [1, 2, 4, 8]
export const fewCallsMax = 8

const statements = new Map(
  sizes.map((size) => [size, { name: `settle-${size}`, text: writeStatement(size) }]),
)

/** The statement with its values but for the marks, for at most `fewCallsMax` calls in the order of their ids. */
export function writeFewCalls(calls: readonly FinishedCall[], sums: BatchSums) {
  const size = sizes.find((one) => one >= calls.length) ?? fewCallsMax
  const values: ColumnValue[] = [sums.accounts.size]
  const add = (rows: readonly ColumnValue[][], types: readonly string[]) => {
    const end = values.length + size * types.length
    for (const row of rows) values.push(...row)
    while (values.length < end) values.push(null)
  }
  add(accountValues(sums), accountTypes)
  add(
    calls.map((call) => callValues(call, sums)),
    callTypes,
  )
  add(rollupValues(sums), rollupTypes)
  const statement = statements.get(size)
  assert(statement, 'there is a statement for every size')
  return { ...statement, values }
}

function writeStatement(size: number): string {
  let parameter = 1
  const rowsOf = (types: readonly string[]) => {
    const row = () => `(${types.map((type) => `$${(parameter += 1)}::${type}`).join(', ')})`
    return Array.from({ length: size }, row).join(', ')
  }
  const rows = { accounts: rowsOf(accountTypes), calls: rowsOf(callTypes), rollups: rowsOf(rollupTypes) }
  return `
    with charged as (
      update credit_accounts a
         set balance_micros = a.balance_micros - c.amount, charged_micros = a.charged_micros + c.amount,
             version = a.version + 1
        from (values ${rows.accounts}) as c (owner_id, amount)
       where a.owner_id = c.owner_id
      returning a.owner_id, c.amount, a.balance_micros, a.version, a.open_lot_id, a.next_expiry_at
    ), burnt as (
      update credit_lots l set remaining_micros = l.remaining_micros - c.amount
        from charged c
       where l.id = c.open_lot_id and l.remaining_micros >= c.amount and c.amount > 0
      returning l.owner_id
    ), inserted as (
      insert into calls (id, company_id, key_id, alias, operation, status, reason, price_version, prompt_tokens,
                         cached_tokens, completion_tokens, charged_micros, held_micros, balance_after_micros,
                         duration_ms)
      select i.id, i.company_id, i.key_id, i.alias, i.operation, i.status, i.reason, i.price_version, i.prompt, i.cached,
             i.completion, i.charged, i.held, c.balance_micros + c.amount - i.charged_through, i.duration_ms
        from (values ${rows.calls})
               as i (id, company_id, key_id, alias, operation, status, reason, price_version, prompt, cached,
                     completion, charged, charged_through, held, duration_ms)
        join charged c on c.owner_id = i.company_id
    ), rolled as (
      insert into usage_rollups as u (company_id, key_id, alias, day, requests, failed_requests, prompt_tokens,
                                      cached_tokens, completion_tokens, charged_micros)
      select r.company_id, r.key_id, r.alias, (now() at time zone 'UTC')::date, r.requests, r.failed, r.prompt,
             r.cached, r.completion, r.charged
        from (values ${rows.rollups})
               as r (company_id, key_id, alias, requests, failed, prompt, cached, completion, charged)
       where r.company_id is not null
      on conflict (company_id, key_id, alias, day) do update
         set requests = u.requests + excluded.requests,
             failed_requests = u.failed_requests + excluded.failed_requests,
             prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
             cached_tokens = u.cached_tokens + excluded.cached_tokens,
             completion_tokens = u.completion_tokens + excluded.completion_tokens,
             charged_micros = u.charged_micros + excluded.charged_micros
    ), marked as (${markStatement(parameter + 1)}
    )
    select array_agg(balance_micros order by owner_id)::text as balances,
           array_agg(version order by owner_id)::text as versions,
           case when count(*) <> $1::bigint or bool_or(next_expiry_at <= now()) then refuse_batch('GH002')
                when count(*) filter (where amount > 0) <> (select count(*) from burnt) then refuse_batch('GH003')
           end as refusal
      from charged`
}
