// Sends a batch of finished calls to the ledger as one statement, which is one transaction.
import type { FinishedCall } from '@gatehouse/calls/call'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { waitForStandby } from '@gatehouse/postgres/wait-for-standby'
import { assert } from '@gatehouse/runtime/assert'
import { Fault } from '@gatehouse/runtime/fault'
import type { LaneMarks, LateDeliveries } from '../../settlement/delivery-marks.ts'
import type { AccountState, BatchOutcome, KnownCall } from '../../settlement/settler-options.ts'
import { type BatchSums, sumBatch } from '../../sum-batch.ts'
import { fewCallsMax, writeFewCalls } from './few-calls.ts'
import { writeManyCalls } from './many-calls.ts'
import { markValues, writeDeliveries, writeMarks } from './undelivered-calls.ts'

type SettleRow = { balances: string; versions: string }

/**
 * Writes the statement of a batch now and returns the function that sends it, so that a batch can be prepared while
 * another is in flight. Ids must be unique within the batch. The marks are written in the same transaction.
 */
export function prepareBatch(
  postgres: Queryable,
  calls: readonly FinishedCall[],
): (marks?: LaneMarks) => Promise<BatchOutcome> {
  // Every batch locks and inserts in order of ids, so that two batches cannot deadlock.
  const ordered = calls.toSorted((left, right) => (left.id < right.id ? -1 : 1))
  const batch = writeBatch(ordered, isSimple(calls) ? writeFewCalls : writeManyCalls)
  return (marks) => sendBatch(postgres, batch, marks)
}

/** The functions of the ledger that a settler needs. A settler with its lanes belongs to one shard. */
export function settlementLedger(postgres: Queryable) {
  return {
    prepareBatch: (calls: readonly FinishedCall[]) => prepareBatch(postgres, calls),
    writeMarks: (marks: LaneMarks) => writeMarks(postgres, marks),
    writeDeliveries: (deliveries: LateDeliveries) => writeDeliveries(postgres, deliveries),
  }
}

const noMarks = [null, null, null, null]

/**
 * Whether the statements for a few calls may be used. They cannot store answers. The one for a single call would also be
 * refused for every call that the platform made on behalf of a company, because the platform's own account, which pays
 * for such calls, has no lots.
 */
function isSimple(calls: readonly FinishedCall[]): boolean {
  return (
    calls.length <= fewCallsMax &&
    calls.every((call) => !call.answer && call.concernedCompanyId === undefined)
  )
}

type Statement = { name: string; text: string; values: unknown[] }
type WriteBatch = (calls: readonly FinishedCall[], sums: BatchSums) => Statement
type WrittenBatch = {
  calls: readonly FinishedCall[]
  companyIds: readonly string[]
  statement: Statement
}

function writeBatch(calls: readonly FinishedCall[], write: WriteBatch): WrittenBatch {
  const sums = sumBatch(calls)
  return { calls, companyIds: [...sums.accounts.keys()], statement: write(calls, sums) }
}

async function sendBatch(
  postgres: Queryable,
  batch: WrittenBatch,
  marks: LaneMarks | undefined,
): Promise<BatchOutcome> {
  try {
    const values = [...batch.statement.values, ...(marks ? markValues(marks) : noMarks)]
    const { rows } = await postgres.query<SettleRow>({ ...batch.statement, values })
    const [row] = rows
    assert(row, 'a settled batch must return the balances')
    return { kind: 'settled', accounts: toAccounts(batch.companyIds, row) }
  } catch (thrown) {
    switch (refusalOf(thrown)) {
      case 'accounts_not_open':
        await postgres.query(openAccounts, [batch.companyIds])
        return sendBatch(postgres, batch, marks)
      case 'lot_too_small':
        return sendBatch(postgres, writeBatch(batch.calls, writeManyCalls), marks)
      case 'calls_known':
        return findKnown(
          postgres,
          batch.calls.map(({ id }) => id),
          marks,
        )
      case 'collided':
        throw sendAgain(thrown)
      case undefined:
        throw thrown
    }
  }
}

const openAccounts = `select lock_account(account, 'COMPANY') from unnest($1::uuid[]) account`

// `isOwn`: a lane's row names only calls that the lane itself charged. After a lost reply it still names the calls of
// that batch, because the lane writes nothing else until the batch is settled.
const knownText = `
  select c.id, c.status, exists (
           select from undelivered_calls m where m.process_id = $2 and m.lane = $3 and c.id = any (m.call_ids)
         ) as "isOwn"
    from calls c, ${waitForStandby} as waited where c.id = any ($1::uuid[])`

async function findKnown(
  postgres: Queryable,
  callIds: readonly string[],
  marks: LaneMarks | undefined,
): Promise<BatchOutcome> {
  const { processId = null, lane = null } = marks ?? {}
  const { rows } = await postgres.query<KnownCall>(knownText, [callIds, processId, lane])
  // No call was found: the transaction that had closed them was rolled back in the meantime.
  if (rows.length === 0) throw sendAgain(undefined)
  return { kind: 'known', calls: rows }
}

function toAccounts(companyIds: readonly string[], { balances, versions }: SettleRow): AccountState[] {
  const balanceList = balances.slice(1, -1).split(',')
  const versionList = versions.slice(1, -1).split(',')
  assert(balanceList.length === companyIds.length, 'a settled batch must return a balance for every account')
  return companyIds.map((companyId, index) => ({
    companyId,
    balanceMicros: BigInt(balanceList[index] ?? ''),
    version: BigInt(versionList[index] ?? ''),
  }))
}

type Refusal = 'accounts_not_open' | 'lot_too_small' | 'calls_known' | 'collided'

/**
 * Why the statement was refused without changing anything. The GH codes are raised by the SQL functions of the credits
 * baseline migration.
 */
function refusalOf(thrown: unknown): Refusal | undefined {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
  if (code === 'GH002') return 'accounts_not_open'
  if (code === 'GH003') return 'lot_too_small'
  if (code === '23505') return 'calls_known'
  if (code === '40P01' || code === '40001') return 'collided'
  return undefined
}

function sendAgain(cause: unknown): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'credits.settle_collided',
    publicMessage: 'The charge could not be recorded yet. Try again.',
    cause,
  })
}
