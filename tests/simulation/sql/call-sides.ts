// What a gateway does with calls in Postgres, in a real database and in the simulated tables. Statements that the product
// sends as SQL go through the product's own functions on both sides.
import type { FinishedCall } from '@gatehouse/calls/call'
import type { LaneId, LaneMarks, LateDeliveries } from '@gatehouse/credits/delivery-marks'
import { postTransfer } from '@gatehouse/credits/post-transfer'
import { returnCharge, returnUndelivered } from '@gatehouse/credits/return-charge'
import { prepareBatch } from '@gatehouse/credits/settle-batch'
import type { BatchOutcome } from '@gatehouse/credits/settler-options'
import type { ChargedCall, Transfer } from '@gatehouse/credits/transfer'
import { findStaleMarks, writeDeliveries, writeMarks } from '@gatehouse/credits/undelivered-calls'
import { createHoldTable } from '@gatehouse/limits/hold-table'
import { createReadSnapshot } from '@gatehouse/limits/read-snapshot'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { oneShard } from '@gatehouse/postgres/shards'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Ids } from '@gatehouse/runtime/ids'
import type { OpenTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { runStatement } from '../servers/statements.ts'
import type { Tables } from '../servers/tables.ts'
import { type CallRows, modelCallRows, readCallRows } from './read-call-rows.ts'

export type CallSide = {
  postgres: Queryable
  holds: ReturnType<typeof createHoldTable>
  readSnapshot: ReturnType<typeof createReadSnapshot>
  settle(calls: readonly FinishedCall[], marks: LaneMarks): Promise<BatchOutcome>
  writeMarks(marks: LaneMarks): Promise<void>
  writeDeliveries(deliveries: LateDeliveries): Promise<void>
  /** The version of each lane whose row names calls. */
  findMarks(): Promise<readonly (LaneId & { version: bigint })[]>
  returnUndelivered(marks: LaneId & { version: bigint }): Promise<number>
  returnCharge(charge: ChargedCall): Promise<boolean>
  post(transfer: Transfer): Promise<void>
  /** Everything that is stored for these companies and processes. */
  readRows(companyIds: readonly string[], processIds: readonly string[]): Promise<CallRows>
}

// Rows are stale once they are older than this: all of them.
const staleMs = -60_000

export function openRealSide({ postgres, database }: OpenTestDatabase, ids: Ids): CallSide {
  const shards = oneShard(postgres)
  return {
    postgres,
    holds: createHoldTable(shards),
    readSnapshot: createReadSnapshot({ shards }),
    settle: (calls, marks) => prepareBatch(postgres, calls)(marks),
    writeMarks: (marks) => (marks.callIds ? writeMarks(postgres, marks) : Promise.resolve()),
    writeDeliveries: (deliveries) => writeDeliveries(postgres, deliveries),
    findMarks: () => findStaleMarks(postgres, staleMs),
    returnUndelivered: (marks) => returnUndelivered(database, marks, ids),
    returnCharge: (charge) => returnCharge(database, charge, { ids, reason: 'given_up' }),
    post: async (transfer) => void (await postTransfer(ids, database, transfer)),
    readRows: (companyIds, processIds) => readCallRows(postgres, { companyIds, processIds }),
  }
}

export function openModelSide(tables: Tables, clock: Clock): CallSide {
  /** Runs a transaction, as the simulated Postgres does. */
  const run = async <T>(transaction: () => T): Promise<T> => {
    tables.nowMs = clock.wallMs()
    return transaction()
  }
  const query = (asked: string | { name?: string; text: string; values?: unknown[] }, values?: unknown[]) => {
    const { values: own = [], ...statement } = typeof asked === 'string' ? { text: asked } : asked
    return run(() => ({ rows: runStatement(tables, { ...statement, values: values ?? own }) }))
  }
  const postgres = { query } as unknown as Queryable
  const shards = oneShard(postgres)
  return {
    postgres,
    holds: createHoldTable(shards),
    readSnapshot: createReadSnapshot({ shards }),
    settle: (calls, marks) => run(() => tables.settle(calls, marks)),
    writeMarks: (marks) => run(() => tables.writeMarks(marks)),
    writeDeliveries: (deliveries) => run(() => tables.writeDeliveries(deliveries)),
    findMarks: () => run(() => tables.findStale(staleMs)),
    returnUndelivered: (marks) => run(() => tables.returnUndelivered(marks)),
    returnCharge: (charge) => run(() => tables.returnCharge(charge, 'given_up')),
    post: async (transfer) => void (await run(() => tables.post(transfer))),
    readRows: async (companyIds, processIds) => modelCallRows(tables, { companyIds, processIds }),
  }
}
