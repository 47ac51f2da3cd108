// Sends a batch of finished calls to `settle_calls` as one statement with one array per column.
import type { CallEnd, FinishedCall } from '@gatehouse/calls/call'
import { assert } from '@gatehouse/runtime/assert'
import { Fault } from '@gatehouse/runtime/fault'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { AccountState, BatchOutcome, CallStatus, KnownCall } from '../batch-outcome.ts'
import { type BatchSums, chargedMicros, nothingUsed, sumBatch } from '../sum-batch.ts'
import { createArray, quoteElement } from './array-text.ts'

type SettleRow = { balances: string; versions: string }

const statement = {
  name: 'settle-calls',
  text: `select balances::text, versions::text
           from settle_calls(${Array.from({ length: 26 }, (_, index) => `$${index + 1}`).join(', ')})`,
}

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
  const sums = sumBatch(ordered)
  const values = [...accountColumns(sums), ...rollupColumns(sums), ...callColumns(ordered, sums)]
  const companyIds = [...sums.accounts.keys()]
  const callIds = ordered.map(({ id }) => id)
  return () => sendBatch(postgres, { companyIds, callIds, values })
}

type WrittenBatch = { companyIds: readonly string[]; callIds: readonly string[]; values: unknown[] }

async function sendBatch(postgres: Queryable, batch: WrittenBatch): Promise<BatchOutcome> {
  try {
    const { rows } = await postgres.query<SettleRow>({ ...statement, values: batch.values })
    const [row] = rows
    assert(row, 'a settled batch returns the balances')
    return { kind: 'settled', accounts: toAccounts(batch.companyIds, row) }
  } catch (thrown) {
    switch (refusalOf(thrown)) {
      case 'accounts_not_open':
        await postgres.query(openAccounts, [batch.companyIds])
        return sendBatch(postgres, batch)
      case 'calls_known':
        return findKnown(postgres, batch.callIds)
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

/** Why the statement was refused, having changed nothing; see migration 0008. */
function refusalOf(thrown: unknown): 'accounts_not_open' | 'calls_known' | 'collided' | undefined {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
  if (code === 'GH002') return 'accounts_not_open'
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

const statusOf = {
  succeeded: 'SUCCEEDED',
  failed: 'FAILED',
  parked: 'PARKED',
} as const satisfies Record<CallEnd['kind'], CallStatus>
