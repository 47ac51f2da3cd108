// The rows about calls that are open, retried or not yet delivered, and the ledger of their companies, from the tables
// and from the model, in the same format.
import assert from 'node:assert/strict'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Tables } from '../servers/tables.ts'
import { type LedgerRows, modelRows, readLedgerRows } from './read-ledger-rows.ts'

type Owners = { companyIds: readonly string[]; processIds: readonly string[] }

export type CallRows = {
  holds: readonly object[]
  answers: readonly object[]
  marks: readonly object[]
  deliveries: readonly object[]
  ledgers: readonly object[]
}

// Deadlines differ by far more than the two sides take for one operation.
const timeStepMs = 100_000

/** Times that both sides wrote for the same operation are equal. */
export function toTimeStep(ms: number): number {
  // Not −0, which no row has.
  return Math.round(ms / timeStepMs) + 0
}

const query = {
  name: 'call-rows',
  text: `
    select (select coalesce(json_agg(json_build_object('callId', call_id, 'companyId', company_id, 'keyId', key_id,
                     'operation', operation, 'alias', alias, 'estimate', estimate_micros::text, 'tokens', reserved_tokens,
                     'left', round(extract(epoch from deadline - now()) * 1000 / ${timeStepMs})) order by call_id), '[]')
              from credit_holds where company_id = any ($1::uuid[])) as holds,
           (select coalesce(json_agg(json_build_object('callId', call_id, 'keyId', key_id, 'key', idempotency_key,
                     'body', encode(answer, 'escape'), 'contentType', content_type, 'notKept', not_kept,
                     'isReplayed', replayed_at is not null) order by key_id, idempotency_key), '[]')
              from stored_answers where company_id = any ($1::uuid[])) as answers,
           (select coalesce(json_agg(json_build_object('process', process_id, 'lane', lane, 'version', version::text,
                     'callIds', call_ids) order by process_id, lane), '[]')
              from undelivered_calls where process_id = any ($2::uuid[])) as marks,
           (select coalesce(json_agg(json_build_object('process', process_id, 'version', version::text,
                     'callIds', call_ids) order by process_id), '[]')
              from delivered_calls where process_id = any ($2::uuid[])) as deliveries`,
}

export async function readCallRows(
  postgres: Queryable,
  { companyIds, processIds }: Owners,
): Promise<CallRows> {
  const { companies } = await readLedgerRows(postgres, companyIds)
  const { rows } = await postgres.query<Omit<CallRows, 'ledgers'>>({
    ...query,
    values: [companyIds, processIds],
  })
  const [row] = rows
  assert(row, 'the statement returns one row')
  const ledgers = companies.map(({ companyId, account, lots, transfers, calls, rollups }) =>
    describeLedger(companyId, { account, lots, transfers, calls, rollups }),
  )
  return { ...row, ledgers }
}

export function modelCallRows(tables: Tables, { companyIds, processIds }: Owners): CallRows {
  const own = new Set(processIds)
  return {
    holds: sortedBy([...tables.holds.rows.values()], ({ callId }) => callId).map((hold) => ({
      callId: hold.callId,
      companyId: hold.companyId,
      keyId: hold.keyId,
      operation: hold.operation,
      alias: hold.alias,
      estimate: String(hold.estimateMicros),
      tokens: hold.reservedTokens,
      left: toTimeStep(hold.deadlineMs - tables.nowMs),
    })),
    answers: sortedBy(tables.answers.all(), ({ keyId, idempotencyKey }) => `${keyId} ${idempotencyKey}`).map(
      ({ callId, keyId, idempotencyKey, answer, isReplayed }) => ({
        callId,
        keyId,
        key: idempotencyKey,
        body: answer && 'body' in answer ? String(answer.body) : null,
        contentType: answer && 'body' in answer ? answer.contentType : null,
        notKept: answer && 'notKept' in answer ? answer.notKept : null,
        isReplayed,
      }),
    ),
    marks: sortedBy(
      [...tables.marks.values()].filter(({ processId }) => own.has(processId)),
      ({ processId, lane }) => `${processId} ${lane}`,
    ).map(({ processId, lane, version, callIds }) => ({
      process: processId,
      lane,
      version: String(version),
      callIds,
    })),
    deliveries: sortedBy([...tables.deliveries.values()], ({ processId }) => processId).map(
      ({ processId, version, callIds }) => ({ process: processId, version: String(version), callIds }),
    ),
    ledgers: companyIds.map((companyId) => describeLedger(companyId, modelRows(tables.ledger, companyId))),
  }
}

// A refused batch leaves the accounts that were opened for it.
const openedAccount = { balance: '0', charged: '0', version: '0', kind: 'COMPANY' }

/** Without the ids of lots, which each side chooses. */
function describeLedger(companyId: string, { account, lots, ...rows }: LedgerRows): object {
  return {
    companyId,
    ...rows,
    account: account ?? openedAccount,
    lots: lots.map(({ id: _id, ...lot }) => lot),
  }
}

function sortedBy<T>(rows: readonly T[], keyOf: (row: T) => string): readonly T[] {
  return rows.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1))
}
