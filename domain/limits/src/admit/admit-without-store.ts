// Admission while Redis is gone: Postgres decides about credits, under a lock on the account and with the holds it
// keeps for the time being; the rates are this process's share.
import { type Clock, sleep } from '@gatehouse/runtime/clock'
import { type Admission, type CallToAdmit, tokensToReserve } from '../admission.ts'
import { type Hold, toHold } from '../hold.ts'
import type { HoldTable } from '../hold-table.ts'
import type { OpenHolds } from '../holds/open-holds.ts'
import type { LocalAbandons } from '../local/local-abandons.ts'
import type { LocalRates, TakenRate } from '../local/local-rates.ts'
import type { StoreGate } from '../store-gate.ts'
import { type TruthWithHeld, refusalByTruth } from '../truth.ts'
import type { TruthQuestion } from './load-truth.ts'
import type { TruthReader } from './truth-reader.ts'

export type AdmitWithoutStoreDeps = {
  clock: Clock
  gate: StoreGate
  table: HoldTable
  open: OpenHolds
  rates: LocalRates
  abandons: LocalAbandons
  truths: TruthReader<TruthQuestion>
  processCount: () => number
}

export type Circumstances = {
  /** Only a read of Postgres that began after this may be used. */
  after: number
  /** Redis may have taken a hold for the call. */
  isInStore: boolean
  canWait: boolean
}

// Every process has noticed by then that Redis is gone and has written its holds to Postgres.
const publishedAfterMs = 1_500
const lookAgainMs = 50
// Others are taken to have as many calls in flight as this process, several times over.
const unseenFactor = 4n
const unseenMin = 20n

export function createAdmitWithoutStore(deps: AdmitWithoutStoreDeps) {
  const { clock, gate, table, open, rates, abandons, truths } = deps
  const asking = new Map<string, bigint>()

  /** Whether the credits suffice even for calls of other processes that Postgres has not been told of yet. */
  function isPlenty({ companyId, estimateMicros }: CallToAdmit, truth: TruthWithHeld): boolean {
    const others = BigInt(deps.processCount() - 1)
    if (truth.isPostpaid || others === 0n) return true
    const inFlight = BigInt(open.ofCompany(companyId).length) + (asking.get(companyId) ?? 0n)
    const unseen = unseenMin + unseenFactor * others * inFlight
    return truth.balanceMicros - truth.heldMicros > unseen * estimateMicros
  }

  async function decide(
    call: CallToAdmit,
    { after, isInStore, canWait }: Circumstances,
  ): Promise<Admission | 'store is back'> {
    let truth = await truths.read(call.companyId, 'table', after)
    const waitMsMax = canWait ? publishedAfterMs : 0
    while (gate.goneForMs() < waitMsMax && !refusalByTruth(truth) && !isPlenty(call, truth)) {
      await sleep(clock, lookAgainMs)
      if (gate.isUp()) return 'store is back'
      truth = await truths.read(call.companyId, 'table', truths.mark())
    }
    return refusalByTruth(truth) ?? (await take(call, truth.isPostpaid, isInStore))
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
