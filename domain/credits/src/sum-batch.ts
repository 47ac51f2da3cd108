// Sums up a batch of calls: the charge of each account, and the usage of each (company, key, alias).
import type { FinishedCall } from '@gatehouse/calls/call'

type AccountSum = {
  /** Position of the account in ascending order of ids, counted from 1. */
  position: number
  charged: bigint
}

export type RollupSum = {
  /** Any one of the calls that were summed up: all share the company, the key and the alias. */
  call: FinishedCall
  requests: number
  failed: number
  prompt: number
  cached: number
  completion: number
  charged: bigint
}

export type BatchSums = {
  /** In ascending order of ids. */
  accounts: ReadonlyMap<string, AccountSum>
  rollups: readonly RollupSum[]
}

export const nothingUsed = { promptTokens: 0, cachedTokens: 0, completionTokens: 0 }

export function chargedMicros({ end }: FinishedCall): bigint {
  return end.kind === 'succeeded' ? end.chargedMicros : 0n
}

export function sumBatch(calls: readonly FinishedCall[]): BatchSums {
  // Grouped by key, then by alias: concatenating both for every call would cost more than the sums. A key belongs to
  // one company, but this code does not rely on that.
  const byKey = new Map<string, RollupSum[]>()
  const rollups: RollupSum[] = []
  for (const call of calls) {
    let ofKey = byKey.get(call.keyId)
    if (!ofKey) byKey.set(call.keyId, (ofKey = []))
    let rollup = ofKey.find(
      (known) => known.call.alias === call.alias && known.call.companyId === call.companyId,
    )
    if (!rollup) {
      rollup = { call, requests: 0, failed: 0, prompt: 0, cached: 0, completion: 0, charged: 0n }
      ofKey.push(rollup)
      rollups.push(rollup)
    }
    addTo(rollup, call)
  }
  return { rollups, accounts: sumAccounts(rollups) }
}

function addTo(rollup: RollupSum, call: FinishedCall): void {
  // The reported usage of a parked call is doubtful, and one absurd number would distort the usage of a day.
  const usage = (call.end.kind === 'parked' ? undefined : call.end.usage) ?? nothingUsed
  rollup.requests += 1
  if (call.end.kind !== 'succeeded') rollup.failed += 1
  rollup.prompt += usage.promptTokens
  rollup.cached += usage.cachedTokens
  rollup.completion += usage.completionTokens
  rollup.charged += chargedMicros(call)
}

function sumAccounts(rollups: readonly RollupSum[]): ReadonlyMap<string, AccountSum> {
  const charged = new Map<string, bigint>()
  for (const { call, charged: amount } of rollups) {
    charged.set(call.companyId, (charged.get(call.companyId) ?? 0n) + amount)
  }
  const ordered = [...charged].sort(([left], [right]) => (left < right ? -1 : 1))
  return new Map(
    ordered.map(([companyId, amount], index) => [companyId, { position: index + 1, charged: amount }]),
  )
}
