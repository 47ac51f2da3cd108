// Admission while Redis is down: Postgres decides about credits, under a lock on the account and with the holds that it
// keeps in the meantime. Rates are limited to this process's share.
import { type Clock, sleep } from '@gatehouse/runtime/clock'
import { type Admission, type CallToAdmit, tokensToReserve } from '../admission.ts'
import { leastLeft, toBudgetQuestion } from './budgets.ts'
import { type AskedHold, type HoldTable, type PlacedHold, toHold } from '../hold.ts'
import type { HoldCopies } from '../holds/copy-holds.ts'
import type { OpenHolds } from '../holds/open-holds.ts'
import type { ReleaseCalls } from '../holds/release-calls.ts'
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
  copies: HoldCopies
  rates: LocalRates
  abandons: LocalAbandons
  snapshots: SnapshotReader<SnapshotReason>
  removeFromTable: ReleaseCalls['removeFromTable']
  /** Processes that may be running, this one included. */
  processCountMax: () => number
  onDecided: (outcome: Admission['kind']) => void
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
  const { clock, gate, open, copies, rates, abandons, snapshots } = deps
  const unseen = createUnseenCalls(deps)

  async function decide(
    call: CallToAdmit,
    { after, isInStore, canWait }: Circumstances,
  ): Promise<Admission | 'store is back'> {
    const question = { companyId: call.companyId, budgets: toBudgetQuestion(call) }
    const refusalBy = (read: SnapshotWithHeld) => accountRefusal(read, call)
    let snapshot = await snapshots.read(question, 'table', after)
    const waitMsMax = canWait ? publishedAfterMs : 0
    const mustWait = () =>
      gate.downForMs() < waitMsMax &&
      !refusalBy(snapshot) &&
      !isAmple(call, snapshot, unseen.count(call.companyId))
    // Once Redis is up, the holds of later calls are not written to Postgres.
    const isBack = () => canWait && gate.isUp()
    while (!isBack()) {
      if (!mustWait()) return refusalBy(snapshot) ?? (await take(call, snapshot.isPostpaid, isInStore))
      await sleep(clock, lookAgainMs)
      if (!isBack()) snapshot = await snapshots.read(question, 'table', snapshots.mark())
    }
    return 'store is back'
  }

  async function take(call: CallToAdmit, isForced: boolean, isInStore: boolean): Promise<Admission> {
    const abandonedMs = call.isStream ? abandons.waitMs(call) : 0
    if (abandonedMs > 0) return { kind: 'streams_abandoned', retryAfterMs: abandonedMs }
    const { keyId, rpmLimit, tpmLimit } = call
    const tokens = tokensToReserve(call.estimatedTokens, tpmLimit)
    const taken = rates.take({ keyId, tokens, rpmLimit, tpmLimit })
    if (taken.kind === 'rate_limited') return taken
    const hold = toHold(call, tokens)
    const asked = { hold, isForced, budgets: call.budgets }
    const { isPlaced, balanceMicros, heldMicros, budget } = await placeOrGiveBack(asked, taken)
    if (budget) return budget
    if (!isPlaced) return { kind: 'insufficient_credits', balanceMicros, heldMicros }
    const isBudgeted = call.budgets !== undefined
    open.add(hold, { isInStore, isInTable: true, isCopied: true, isBudgeted, localRate: taken })
    return { kind: 'admitted', rates: taken.rates }
  }

  async function placeOrGiveBack(asked: AskedHold, taken: TakenRate) {
    const { hold } = asked
    let isPlaced = false
    try {
      // The holds that only Redis had must count when Postgres decides.
      await copies.copyCompany(hold.companyId)
      const placed = await place(deps, asked)
      isPlaced = placed.isPlaced
      return placed
    } finally {
      if (!isPlaced) rates.correct(hold.keyId, taken.bucket, { requests: -1, tokens: -taken.tokens })
    }
  }

  return async (call: CallToAdmit, circumstances: Circumstances) => {
    const decision = await unseen.whileAsking(call.companyId, () => decide(call, circumstances))
    if (decision !== 'store is back') deps.onDecided(decision.kind)
    return decision
  }
}

async function place(
  { table, removeFromTable }: Pick<AdmitWithoutStoreDeps, 'table' | 'removeFromTable'>,
  asked: AskedHold,
): Promise<PlacedHold> {
  try {
    return await table.place(asked)
  } catch (thrown) {
    // Postgres may have placed the hold. The call is refused now and never ends, so no release removes it.
    removeFromTable([asked.hold.callId])
    throw thrown
  }
}

type UnseenCallsDeps = Pick<AdmitWithoutStoreDeps, 'open' | 'processCountMax'>

/** Estimates how many calls of other processes have holds that are not in Postgres yet. */
function createUnseenCalls({ open, processCountMax }: UnseenCallsDeps) {
  const asking = new Map<string, bigint>()
  return {
    count(companyId: string): bigint {
      const others = BigInt(processCountMax() - 1)
      if (others === 0n) return 0n
      const inFlight = BigInt(open.ofCompany(companyId).length) + (asking.get(companyId) ?? 0n)
      return unseenMin + unseenFactor * others * inFlight
    },
    async whileAsking<T>(companyId: string, work: () => Promise<T>): Promise<T> {
      asking.set(companyId, (asking.get(companyId) ?? 0n) + 1n)
      try {
        return await work()
      } finally {
        const left = (asking.get(companyId) ?? 1n) - 1n
        if (left > 0n) asking.set(companyId, left)
        else asking.delete(companyId)
      }
    },
  }
}

/** Whether the credits and the budgets cover the call even if this many calls like it have holds that are not known. */
function isAmple(call: CallToAdmit, snapshot: SnapshotWithHeld, unseen: bigint): boolean {
  if (unseen === 0n) return true
  const reserve = unseen * call.estimateMicros
  const left = leastLeft(call.budgets, snapshot.spent, snapshot.openHolds)
  if (left !== undefined && left <= reserve) return false
  return snapshot.isPostpaid || snapshot.balanceMicros - snapshot.heldMicros > reserve
}
