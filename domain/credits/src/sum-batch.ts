// The sums of a batch of calls: what each account is charged, and what each (company, key, alias) used.
import type { FinishedCall } from '@gatehouse/calls/call'

type AccountSum = {
  /** Counted from 1 in ascending order of ids. */
  position: number
  charged: bigint
  /** What the calls written so far add up to. */
  chargedThrough: bigint
}

type RollupSum = {
  /** Any of the calls it sums up: they have the company, the key and the alias in common. */
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
  // By key and alias, in two steps: joining them into one text for every call would cost more than the sums. A key
  // belongs to one company, but that is not for us to rely on.
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
  // What a parked call reports is in doubt, and one absurd number would bury the usage of a day.
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
    ordered.map(([companyId, amount], index) => [
      companyId,
      { position: index + 1, charged: amount, chargedThrough: 0n },
    ]),
  )
}
