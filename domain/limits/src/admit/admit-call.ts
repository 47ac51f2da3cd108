// Decides whether a call may run. Usually Redis decides alone, in one round trip. Where it cannot know, because it
// has lost the company, knows it only from long ago, or because credits are near their end, Postgres is read first.
// Without Redis, Postgres decides about credits and this process about its share of the rates.
import { Fault } from '@gatehouse/runtime/fault'
import { type Admission, type CallToAdmit, tokensToReserve } from '../admission.ts'
import { type CompanyStore, type StoreAnswer, StoreTrouble } from '../company-store.ts'
import { toHold } from '../hold.ts'
import type { OpenHolds } from '../holds/open-holds.ts'
import type { StoreGate } from '../store-gate.ts'
import { refusalByTruth } from '../truth.ts'
import type { Circumstances } from './admit-without-store.ts'
import type { TruthQuestion } from './load-truth.ts'
import type { TruthReader } from './truth-reader.ts'

export type AdmitCallDeps = {
  store: CompanyStore
  gate: StoreGate
  open: OpenHolds
  truths: TruthReader<TruthQuestion>
  admitWithoutStore: (call: CallToAdmit, circumstances: Circumstances) => Promise<Admission | 'store is back'>
  /** Takes back what Redis may have kept of a call that was not admitted after all. */
  undo: (call: CallToAdmit) => void
}

type CallState = Omit<Circumstances, 'canWait'>

// Each round that is lost was won by another call, or met a release on its way; so many in a row do not happen.
const roundsMax = 50
// How often a call goes along when Redis comes and goes, before Postgres decides about it.
const changesMax = 3

export function createAdmitCall(deps: AdmitCallDeps): (call: CallToAdmit) => Promise<Admission> {
  const { store, gate, open, truths } = deps

  async function admitByStore(call: CallToAdmit, arrived: number): Promise<Admission> {
    let answer: StoreAnswer = await gate.run(() => store.admit(call, false))
    let after = arrived
    for (let round = 0; answer.kind === 'ask'; round += 1) {
      if (round === roundsMax) throw undecided()
      const truth = await truths.read(call.companyId, answer.about, after)
      const refusal = refusalByTruth(truth)
      if (refusal) return refusal
      after = truths.mark()
      answer = await gate.run(() => store.admit(call, true))
    }
    if (answer.kind !== 'admitted') return answer
    if (answer.shouldRefresh) refresh(call.companyId)
    const hold = toHold(call, tokensToReserve(call.estimatedTokens, call.tpmLimit))
    open.add(hold, { isInStore: true, isInTable: false })
    return { kind: 'admitted', rates: answer.rates }
  }

  function refresh(companyId: string): void {
    // If it fails, the next call that needs to know reads again, and hears of the failure.
    truths.read(companyId, 'account', truths.mark()).catch(() => undefined)
  }

  /** Redis came back in the meantime and was told of all holds but this one. */
  async function registerInStore(call: CallToAdmit): Promise<void> {
    const hold = toHold(call, tokensToReserve(call.estimatedTokens, call.tpmLimit))
    // If it fails, the next heartbeat does it.
    await gate.run(() => store.update({ companyId: call.companyId, holds: [hold] })).catch(() => undefined)
  }

  /** Undefined if Redis is gone, or goes. */
  async function tryStore(call: CallToAdmit, state: CallState): Promise<Admission | undefined> {
    if (!gate.isUp()) return undefined
    try {
      return await admitByStore(call, state.after)
    } catch (thrown) {
      if (!(thrown instanceof StoreTrouble)) throw thrown
      state.isInStore = true
      return undefined
    }
  }

  async function decide(call: CallToAdmit, state: CallState): Promise<Admission> {
    for (let change = 0; ; change += 1) {
      const decided = await tryStore(call, state)
      if (decided) return decided
      const admission = await deps.admitWithoutStore(call, { ...state, canWait: change < changesMax })
      if (admission === 'store is back') continue
      if (admission.kind === 'admitted' && gate.isUp()) await registerInStore(call)
      return admission
    }
  }

  return async (call) => {
    const state = { after: truths.mark(), isInStore: false }
    let admission: Admission | undefined
    try {
      admission = await decide(call, state)
      return admission
    } finally {
      if (state.isInStore && admission?.kind !== 'admitted') deps.undo(call)
    }
  }
}

function undecided(): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'limits.undecided',
    publicMessage: 'Too many calls compete for the last credits. Try again shortly.',
    retryAfterMs: 100,
  })
}
