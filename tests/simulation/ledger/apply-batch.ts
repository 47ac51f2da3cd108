import type { CallEnd, FinishedCall } from '@gatehouse/calls/call'
import { assert } from '@gatehouse/runtime/assert'
import { type Ledger, type LedgerAccount, type LedgerCallStatus, addCall } from './ledger.ts'
import { burnLots, lockAccount } from './lots.ts'

export type AppliedBatch =
  | { kind: 'settled'; accounts: readonly { companyId: string; balanceMicros: bigint; version: bigint }[] }
  /** Nothing was changed, because these calls were already closed. */
  | { kind: 'known'; calls: readonly { id: string; status: LedgerCallStatus }[] }

const dayMs = 86_400_000

/** Closes a whole batch of calls at the given time, or none of it if one of the calls is already closed. */
export function applyBatch(ledger: Ledger, calls: readonly FinishedCall[], atMs: number): AppliedBatch {
  assert(new Set(calls.map(({ id }) => id)).size === calls.length, 'a batch must contain a call only once')
  const companyIds = [...new Set(calls.map(({ companyId }) => companyId))].sort()
  const accounts = companyIds.map((id) => lockAccount(ledger, { id, kind: 'COMPANY' }, atMs))
  const known = calls.flatMap(({ id }) => ledger.callById.get(id) ?? [])
  if (known.length > 0) return { kind: 'known', calls: known.map(({ id, status }) => ({ id, status })) }

  const accountOf = new Map(accounts.map((account) => [account.ownerId, account]))
  for (const call of calls.toSorted((left, right) => (left.id < right.id ? -1 : 1))) {
    const account = accountOf.get(call.companyId)
    assert(account, 'the account of every call must be locked')
    chargeCall(ledger, account, call)
    countCall(ledger, call, Math.floor(atMs / dayMs))
  }
  for (const account of accounts) account.version += 1n
  return {
    kind: 'settled',
    accounts: accounts.map(({ ownerId, balanceMicros, version }) => ({
      companyId: ownerId,
      balanceMicros,
      version,
    })),
  }
}

function chargeCall(ledger: Ledger, account: LedgerAccount, call: FinishedCall): void {
  const charged = chargedMicros(call)
  burnLots(account, charged)
  account.balanceMicros -= charged
  account.chargedMicros += charged
  addCall(ledger, {
    id: call.id,
    companyId: call.companyId,
    keyId: call.keyId,
    status: statusOf[call.end.kind],
    reason: call.end.kind === 'succeeded' ? undefined : call.end.reason,
    chargedMicros: charged,
    balanceAfterMicros: account.balanceMicros,
  })
}

function countCall(ledger: Ledger, call: FinishedCall, day: number): void {
  const { companyId, keyId, alias } = call
  const key = `${companyId} ${keyId} ${alias} ${day}`
  let rollup = ledger.rollups.get(key)
  if (!rollup) {
    const nothing = { requests: 0, failedRequests: 0, promptTokens: 0, cachedTokens: 0, completionTokens: 0 }
    rollup = { companyId, keyId, alias, day, ...nothing, chargedMicros: 0n }
    ledger.rollups.set(key, rollup)
  }
  const usage = (call.end.kind === 'parked' ? undefined : call.end.usage) ?? nothingUsed
  rollup.requests += 1
  if (call.end.kind !== 'succeeded') rollup.failedRequests += 1
  rollup.promptTokens += usage.promptTokens
  rollup.cachedTokens += usage.cachedTokens
  rollup.completionTokens += usage.completionTokens
  rollup.chargedMicros += chargedMicros(call)
}

const statusOf = {
  succeeded: 'SUCCEEDED',
  failed: 'FAILED',
  parked: 'PARKED',
} as const satisfies Record<CallEnd['kind'], LedgerCallStatus>

const nothingUsed = { promptTokens: 0, cachedTokens: 0, completionTokens: 0 }

function chargedMicros({ end }: FinishedCall): bigint {
  return end.kind === 'succeeded' ? end.chargedMicros : 0n
}
