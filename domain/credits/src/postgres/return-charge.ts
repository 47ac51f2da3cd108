// Returns the charges of calls whose callers did not get a complete answer, and deletes the answers stored for their
// retries.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import type { StaleMarks } from '../settlement/undelivered-reaper.ts'
import { type ChargedCall, type GiveBackReason, giveBack } from '../transfer.ts'
import { postTransfer } from './post-transfer.ts'
import { dropAnswer, lockReplayed } from './stored-answers.ts'

// Every returned charge keeps its account locked until the transaction ends, and settlements wait for that lock.
const callsPerTransaction = 10

/**
 * Idempotent: a charge is returned at most once. It stands if a retry has got the stored answer: a process that did not know
 * of the retry may have given the call up, or marked it as undelivered again. Resolves to whether the charge is returned.
 */
export async function returnCharge(
  database: Database,
  charge: ChargedCall,
  { ids, reason }: { ids: Ids; reason: GiveBackReason },
): Promise<boolean> {
  const inOneTransaction = async (tx: Database) => {
    if (await lockReplayed(tx, charge.id)) return false
    // Locks the account before the company's total of stored answers, as settlements do, to avoid deadlocks.
    await postTransfer(ids, tx, giveBack(charge, reason))
    await dropAnswer(tx, charge.id)
    return true
  }
  return database.isTransaction
    ? inOneTransaction(database)
    : database.transaction().execute(inOneTransaction)
}

/**
 * Returns the charges named by a dead process's row, except those of calls that it recorded as delivered elsewhere, and
 * deletes the row. Resolves to the number of charges returned.
 */
export async function returnUndelivered(database: Database, marks: StaleMarks, ids: Ids): Promise<number> {
  for (let count = 0; ;) {
    const returned = await database.transaction().execute(async (tx) => {
      const callIds = await lockCallIds(tx, marks)
      if (!callIds) return undefined
      const charges = await readCharges(tx, callIds.slice(0, callsPerTransaction))
      let returnedCount = 0
      // Locks the accounts in the same order as settlements do, to avoid deadlocks.
      for (const charge of charges.toSorted((left, right) => (left.companyId < right.companyId ? -1 : 1)))
        if (await returnCharge(tx, charge, { ids, reason: 'undelivered' })) returnedCount += 1
      await keepRest(tx, marks, callIds.slice(callsPerTransaction))
      return returnedCount
    })
    if (returned === undefined) return count
    count += returned
  }
}

/** Resolves to undefined if the row is gone, or if its process is alive after all and has written the row again. */
async function lockCallIds(tx: Database, { processId, lane, version }: StaleMarks) {
  const row = await tx
    .selectFrom('undelivered_calls')
    .select('call_ids')
    .where('process_id', '=', processId)
    .where('lane', '=', lane)
    .where('version', '=', version)
    .forUpdate()
    .executeTakeFirst()
  const late = await tx
    .selectFrom('delivered_calls')
    .select('call_ids')
    .where('process_id', '=', processId)
    .executeTakeFirst()
  const delivered = new Set(late?.call_ids)
  return row?.call_ids.filter((callId) => !delivered.has(callId))
}

async function keepRest(
  tx: Database,
  { processId, lane }: StaleMarks,
  rest: readonly string[],
): Promise<void> {
  if (rest.length === 0) {
    await tx
      .deleteFrom('undelivered_calls')
      .where('process_id', '=', processId)
      .where('lane', '=', lane)
      .execute()
    return
  }
  await sql`update undelivered_calls set call_ids = ${[...rest]}::uuid[]
             where process_id = ${processId} and lane = ${lane}`.execute(tx)
}

type ChargeRow = { id: string; company_id: string; charged_micros: bigint }

/** Reads the charges of these calls, in order of their ids; calls without a charge are left out. */
export async function readCharges(postgres: Queryable, callIds: readonly string[]): Promise<ChargedCall[]> {
  const { rows } = await postgres.query<ChargeRow>(
    'select id, company_id, charged_micros from calls where id = any ($1::uuid[]) and charged_micros > 0 order by id',
    [callIds],
  )
  return rows.map(({ id, company_id, charged_micros }) => ({
    id,
    companyId: company_id,
    chargedMicros: charged_micros,
  }))
}
