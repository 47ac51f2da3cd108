// The holds in Postgres. Concurrent attempts are batched and decided in order of arrival.
import type { CallOperation } from '@gatehouse/calls/call'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { assert } from '@gatehouse/runtime/assert'
import { type AskedHold, type Hold, type HoldTable, type PlacedHold, deadAfterMs } from '../hold.ts'
import { gatherBatches } from '../local/gather-batches.ts'

const attemptsPerStatement = 500
const deadAtOnceMax = 500

type PlacedRow = { call_id: string; is_placed: boolean; balance_micros: bigint; held_micros: bigint }

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

export function createHoldTable(postgres: Queryable): HoldTable {
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
  }
}

const placeStatement = {
  name: 'place-holds',
  text: 'select * from place_holds($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
}

async function placeHolds(postgres: Queryable, asked: readonly AskedHold[]): Promise<PlacedHold[]> {
  const running = asked.flatMap((one) => one.running)
  // Holds of calls that are already running come first, so that they count when the new holds are decided.
  const items = new Map(running.map((hold) => [hold.callId, { hold, isForced: true }]))
  for (const { hold, isForced } of asked) items.set(hold.callId, { hold, isForced })
  const all = [...items.values()]
  const values = [...toColumns(all.map(({ hold }) => hold)), all.map(({ isForced }) => isForced), deadAfterMs]
  const { rows } = await postgres.query<PlacedRow>({ ...placeStatement, values })
  const byId = new Map(rows.map((row) => [row.call_id, row]))
  return asked.map(({ hold }) => {
    const row = byId.get(hold.callId)
    assert(row, 'place_holds must return a row for every hold')
    return { isPlaced: row.is_placed, balanceMicros: row.balance_micros, heldMicros: row.held_micros }
  })
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
