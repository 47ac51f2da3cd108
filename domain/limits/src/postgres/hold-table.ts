// The holds in Postgres. Concurrent attempts are batched and decided in order of arrival.
import { rethrowRetryable } from '@gatehouse/postgres/connection-fault'
import type { CallOperation } from '@gatehouse/calls/call'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { type Shards, mapShards } from '@gatehouse/postgres/shards'
import { assert } from '@gatehouse/runtime/assert'
import { type BudgetRefusal, type BudgetScope, type CallBudgets, budgetScopes } from '../admit/budgets.ts'
import { type AskedHold, type Hold, type HoldTable, type PlacedHold, deadAfterMs } from '../hold.ts'
import { gatherBatches } from '../local/gather-batches.ts'

const attemptsPerStatement = 500
const deadAtOnceMax = 500

type PlacedRow = { call_id: string; is_placed: boolean; balance_micros: bigint; held_micros: bigint }
type BudgetedRow = PlacedRow & { reached: BudgetScope | null; spent_micros: bigint | null }

type HoldRow = {
  call_id: string
  company_id: string
  key_id: string
  operation: CallOperation
  alias: string
  estimate_micros: bigint
  reserved_tokens: bigint
  remaining_ms: number
}

export function createHoldTable(shards: Shards<Queryable>): HoldTable {
  const tables = mapShards(shards, holdsOfShard)
  return {
    place: (asked) => tables.of(asked.hold.companyId).place(asked),
    async keep(holds) {
      const byShard = Map.groupBy(holds, ({ companyId }) => tables.of(companyId))
      await Promise.all([...byShard].map(([table, own]) => table.keep(own)))
    },
    async remove(callIds) {
      await Promise.all(tables.all().map((table) => table.remove(callIds)))
    },
    async findDead() {
      return (await Promise.all(tables.all().map((table) => table.findDead()))).flat()
    },
    async recordUse() {
      await Promise.all(tables.all().map((table) => table.recordUse()))
    },
    async isUsed() {
      return (await Promise.all(tables.all().map((table) => table.isUsed()))).includes(true)
    },
  }
}

function holdsOfShard(postgres: Queryable): HoldTable {
  const place = gatherBatches<AskedHold, PlacedHold>(
    (asked) => placeHolds(postgres, asked),
    attemptsPerStatement,
  )
  return {
    place,
    async keep(holds) {
      if (holds.length === 0) return
      await postgres.query({ ...keepStatement, values: toColumns(holds) })
    },
    async remove(callIds) {
      await postgres.query({ ...removeStatement, values: [callIds] })
    },
    async findDead() {
      const { rows } = await postgres.query<HoldRow>({
        ...findDeadStatement,
        values: [deadAfterMs, deadAtOnceMax],
      })
      return rows.map(fromRow)
    },
    async recordUse() {
      await postgres.query(recordUseStatement)
    },
    async isUsed() {
      const { rows } = await postgres.query<{ is_used: boolean }>(isUsedStatement)
      return rows[0]?.is_used ?? false
    },
  }
}

const placeStatement = {
  name: 'place-holds',
  text: 'select * from place_holds($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
}

const placeBudgetedStatement = {
  name: 'place-budgeted-holds',
  text: 'select * from place_budgeted_holds($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
}

async function placeHolds(postgres: Queryable, asked: readonly AskedHold[]): Promise<PlacedHold[]> {
  // Nothing is forwarded for a call whose hold is not known to be placed, and a heartbeat removes the hold in case it was.
  const rows = await place(postgres, asked).catch(rethrowRetryable)
  const byId = new Map(rows.map((row) => [row.call_id, row]))
  return asked.map(({ hold, budgets }) => {
    const row = byId.get(hold.callId)
    assert(row, 'place_holds must return a row for every hold')
    const placed = { isPlaced: row.is_placed, balanceMicros: row.balance_micros, heldMicros: row.held_micros }
    const budget = toRefusal(row, budgets)
    return budget ? { ...placed, budget } : placed
  })
}

/** Budgets need a slower function, so it runs only if one of the calls has one. */
async function place(
  postgres: Queryable,
  all: readonly AskedHold[],
): Promise<readonly (PlacedRow | BudgetedRow)[]> {
  const values = [...toColumns(all.map(({ hold }) => hold)), all.map(({ isForced }) => isForced)]
  if (all.every(({ budgets }) => budgets === undefined)) {
    const { rows } = await postgres.query<PlacedRow>({ ...placeStatement, values: [...values, deadAfterMs] })
    return rows
  }
  const limits = budgetScopes.map((scope) => all.map(({ budgets }) => toText(budgets?.[scope])))
  const { rows } = await postgres.query<BudgetedRow>({
    ...placeBudgetedStatement,
    values: [...values, ...limits, deadAfterMs],
  })
  return rows
}

function toText(limitMicros: bigint | undefined): string | null {
  return limitMicros === undefined ? null : String(limitMicros)
}

function toRefusal(
  row: PlacedRow | BudgetedRow,
  budgets: CallBudgets | undefined,
): BudgetRefusal | undefined {
  if (!('reached' in row) || row.reached === null) return undefined
  return {
    kind: 'budget_reached',
    scope: row.reached,
    limitMicros: budgets?.[row.reached] ?? 0n,
    spentMicros: row.spent_micros ?? 0n,
    heldMicros: row.held_micros,
  }
}

const keepStatement = {
  name: 'keep-holds',
  text: `
    insert into credit_holds as h
      (call_id, company_id, key_id, operation, alias, estimate_micros, reserved_tokens, deadline)
    select call_id, company_id, key_id, operation, alias, estimate, tokens,
           now() + make_interval(secs => duration_ms / 1000.0)
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[])
        as k (call_id, company_id, key_id, operation, alias, estimate, tokens, duration_ms)
    on conflict (call_id) do update set deadline = excluded.deadline
      where h.deadline < excluded.deadline - interval '1 second'`,
}

const removeStatement = {
  name: 'remove-holds',
  text: 'delete from credit_holds where call_id = any ($1::uuid[])',
}

const findDeadStatement = {
  name: 'find-dead-holds',
  text: `
    select call_id, company_id, key_id, operation, alias, estimate_micros, reserved_tokens,
           (extract(epoch from deadline - now()) * 1000)::double precision as remaining_ms
      from credit_holds
     where deadline < now() - make_interval(secs => $1 / 1000.0)
     order by deadline
     limit $2`,
}

const recordUseStatement = {
  name: 'record-hold-table-use',
  text: 'insert into hold_table_use default values on conflict (is_only) do update set used_at = now()',
}

// A process without Redis records its use every second. It may miss a few.
const isUsedStatement = {
  name: 'is-hold-table-used',
  text: `select exists (select from hold_table_use where used_at > now() - interval '5 seconds') as is_used`,
}

function toColumns(holds: readonly Hold[]): unknown[] {
  return [
    holds.map(({ callId }) => callId),
    holds.map(({ companyId }) => companyId),
    holds.map(({ keyId }) => keyId),
    holds.map(({ operation }) => operation),
    holds.map(({ alias }) => alias),
    holds.map(({ estimateMicros }) => String(estimateMicros)),
    holds.map(({ reservedTokens }) => reservedTokens),
    holds.map(({ remainingMs }) => Math.round(remainingMs)),
  ]
}

function fromRow(row: HoldRow): Hold {
  return {
    callId: row.call_id,
    companyId: row.company_id,
    keyId: row.key_id,
    operation: row.operation,
    alias: row.alias,
    estimateMicros: row.estimate_micros,
    reservedTokens: Number(row.reserved_tokens),
    remainingMs: row.remaining_ms,
  }
}
