// Sends a batch of finished calls to the ledger as one statement, which is one transaction.
import type { FinishedCall } from '@gatehouse/calls/call'
import { assert } from '@gatehouse/runtime/assert'
import { Fault } from '@gatehouse/runtime/fault'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { AccountState, BatchOutcome, KnownCall } from '../batch-outcome.ts'
import { type BatchSums, sumBatch } from '../sum-batch.ts'
import { fewCallsMax, writeFewCalls } from './few-calls.ts'
import { writeManyCalls } from './many-calls.ts'

type SettleRow = { balances: string; versions: string }

/**
 * For the connections that settle. Planning anew for every batch takes longer than settling a small one; and nested
 * loops over the arrays keep their order, which is the order of the locks.
 */
export const settlementSettings = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
} as const

/**
 * Writes a batch out now and gives the function that sends it, so that a batch can be made ready while another is on
 * its way. Ids must be unique within the batch.
 */
export function prepareBatch(
  postgres: Queryable,
  calls: readonly FinishedCall[],
): () => Promise<BatchOutcome> {
  // In the order of ids, as every batch locks and inserts: two batches cannot wait for each other in a circle.
  const ordered = calls.toSorted((left, right) => (left.id < right.id ? -1 : 1))
  const batch = writeBatch(ordered, isSimple(calls) ? writeFewCalls : writeManyCalls)
  return () => sendBatch(postgres, batch)
}

/** Few, without answers to be stored, and none that the platform made for a company. */
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

async function sendBatch(postgres: Queryable, batch: WrittenBatch): Promise<BatchOutcome> {
  try {
    const { rows } = await postgres.query<SettleRow>(batch.statement)
    const [row] = rows
    assert(row, 'a settled batch returns the balances')
    return { kind: 'settled', accounts: toAccounts(batch.companyIds, row) }
  } catch (thrown) {
    switch (refusalOf(thrown)) {
      case 'accounts_not_open':
        await postgres.query(openAccounts, [batch.companyIds])
        return sendBatch(postgres, batch)
      case 'lot_too_small':
        return sendBatch(postgres, writeBatch(batch.calls, writeManyCalls))
      case 'calls_known':
        return findKnown(
          postgres,
          batch.calls.map(({ id }) => id),
        )
      case 'collided':
        throw sendAgain(thrown)
      case undefined:
        throw thrown
    }
  }
}

const openAccounts = `select lock_account(account, 'COMPANY') from unnest($1::uuid[]) account`

async function findKnown(postgres: Queryable, callIds: readonly string[]): Promise<BatchOutcome> {
  const text = 'select id, status from calls where id = any ($1::uuid[])'
  const { rows } = await postgres.query<KnownCall>(text, [callIds])
  // None: whoever closed it has been undone in the meantime.
  if (rows.length === 0) throw sendAgain(undefined)
  return { kind: 'known', calls: rows }
}

function toAccounts(companyIds: readonly string[], { balances, versions }: SettleRow): AccountState[] {
  const balanceList = balances.slice(1, -1).split(',')
  const versionList = versions.slice(1, -1).split(',')
  assert(balanceList.length === companyIds.length, 'there is a balance for every account')
  return companyIds.map((companyId, index) => ({
    companyId,
    balanceMicros: BigInt(balanceList[index] ?? ''),
    version: BigInt(versionList[index] ?? ''),
  }))
}

type Refusal = 'accounts_not_open' | 'lot_too_small' | 'calls_known' | 'collided'

/** Why the statement was refused, having changed nothing; see migration 0008. */
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
