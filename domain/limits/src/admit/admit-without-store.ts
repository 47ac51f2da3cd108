// Admission while Redis is down: Postgres decides about credits, under a lock on the account and with the holds that it
// keeps in the meantime. Rates are limited to this process's share.
import { type Clock, sleep } from '@gatehouse/runtime/clock'
import { type Admission, type CallToAdmit, tokensToReserve } from '../admission.ts'
import { type Hold, toHold } from '../hold.ts'
import type { HoldTable } from '../hold.ts'
import type { OpenHolds } from '../holds/open-holds.ts'
import type { LocalAbandons } from '../abandoned-streams.ts'
import type { LocalRates, TakenRate } from '../local/local-rates.ts'
import type { StoreGate } from '../store-gate.ts'
import { type SnapshotWithHeld, accountRefusal } from '../account-snapshot.ts'
import type { SnapshotReason } from './load-snapshot.ts'
import type { SnapshotReader } from './snapshot-reader.ts'

export type AdmitWithoutStoreDeps = {
  clock: Clock
  gate: StoreGate
  table: HoldTable
  open: OpenHolds
  rates: LocalRates
  abandons: LocalAbandons
  snapshots: SnapshotReader<SnapshotReason>
  processCount: () => number
}

export type Circumstances = {
  /** Only a Postgres read that began after this mark may be used. */
  after: number
  /** Redis may already hold credits for the call. */
  isInStore: boolean
  canWait: boolean
}

// This long after Redis went down, every process has noticed it and has written its holds to Postgres.
const publishedAfterMs = 1_500
const lookAgainMs = 50
// Every other process is assumed to have several times as many calls in flight as this one.
const unseenFactor = 4n
const unseenMin = 20n

export function createAdmitWithoutStore(deps: AdmitWithoutStoreDeps) {
  const { clock, gate, table, open, rates, abandons, snapshots } = deps
  const asking = new Map<string, bigint>()

  /** Whether the credits cover the call even if other processes have holds that are not in Postgres yet. */
  function hasAmpleCredits({ companyId, estimateMicros }: CallToAdmit, snapshot: SnapshotWithHeld): boolean {
    const others = BigInt(deps.processCount() - 1)
    if (snapshot.isPostpaid || others === 0n) return true
    const inFlight = BigInt(open.ofCompany(companyId).length) + (asking.get(companyId) ?? 0n)
    const unseen = unseenMin + unseenFactor * others * inFlight
    return snapshot.balanceMicros - snapshot.heldMicros > unseen * estimateMicros
  }

  async function decide(
    call: CallToAdmit,
    { after, isInStore, canWait }: Circumstances,
  ): Promise<Admission | 'store is back'> {
    let snapshot = await snapshots.read(call.companyId, 'table', after)
    const waitMsMax = canWait ? publishedAfterMs : 0
    while (gate.downForMs() < waitMsMax && !accountRefusal(snapshot) && !hasAmpleCredits(call, snapshot)) {
      await sleep(clock, lookAgainMs)
      if (gate.isUp()) return 'store is back'
      snapshot = await snapshots.read(call.companyId, 'table', snapshots.mark())
    }
    return accountRefusal(snapshot) ?? (await take(call, snapshot.isPostpaid, isInStore))
  }

  async function take(call: CallToAdmit, isForced: boolean, isInStore: boolean): Promise<Admission> {
    const abandonedMs = call.isStream ? abandons.waitMs(call) : 0
    if (abandonedMs > 0) return { kind: 'streams_abandoned', retryAfterMs: abandonedMs }
    const { keyId, rpmLimit, tpmLimit } = call
    const tokens = tokensToReserve(call.estimatedTokens, tpmLimit)
    const taken = rates.take({ keyId, tokens, rpmLimit, tpmLimit })
    if (taken.kind === 'rate_limited') return taken
    const hold = toHold(call, tokens)
    const { isPlaced, balanceMicros, heldMicros } = await placeOrGiveBack(hold, taken, isForced)
    if (!isPlaced) return { kind: 'insufficient_credits', balanceMicros, heldMicros }
    open.add(hold, { isInStore, isInTable: true, localRate: taken })
    return { kind: 'admitted', rates: taken.rates }
  }

  async function placeOrGiveBack(hold: Hold, taken: TakenRate, isForced: boolean) {
    const unknown = open.ofCompany(hold.companyId).filter(({ isInTable }) => !isInTable)
    for (const one of unknown) one.isInTable = true
    let isPlaced = false
    try {
      const placed = await table.place({ hold, isForced, running: unknown.map((one) => open.describe(one)) })
      isPlaced = placed.isPlaced
      return placed
    } finally {
      if (!isPlaced) rates.correct(hold.keyId, taken.bucket, { requests: -1, tokens: -taken.tokens })
    }
  }

  return async function admitWithoutStore(call: CallToAdmit, circumstances: Circumstances) {
    const { companyId } = call
    asking.set(companyId, (asking.get(companyId) ?? 0n) + 1n)
    try {
      return await decide(call, circumstances)
    } finally {
      const left = (asking.get(companyId) ?? 1n) - 1n
      if (left > 0n) asking.set(companyId, left)
      else asking.delete(companyId)
    }
  }
}
