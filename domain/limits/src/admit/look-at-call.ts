// The two questions that take no hold: would this call certainly be refused now, and may this key make another request. Both
// are for work that would otherwise be done before admission is asked: reading a large body, replaying a stored answer.
import type { Admission, CallToAdmit } from '../admission.ts'
import { type CompanyStore, StoreTrouble } from '../company-store.ts'
import type { LocalAbandons } from '../local/local-abandons.ts'
import type { LocalRates } from '../local/local-rates.ts'
import type { StoreGate } from '../store-gate.ts'
import { refusalByTruth } from '../truth.ts'
import type { TruthQuestion } from './load-truth.ts'
import type { TruthReader } from './truth-reader.ts'

export type LookAtCallDeps = {
  store: CompanyStore
  gate: StoreGate
  rates: LocalRates
  abandons: LocalAbandons
  truths: TruthReader<TruthQuestion>
}

export type Refusal = Exclude<Admission, { kind: 'admitted' }>

/** Whether the call would be refused at this moment whatever it turns out to need; undefined if it might be admitted. */
export function createLookAtCall({ store, gate, rates, abandons, truths }: LookAtCallDeps) {
  async function lookInStore(call: CallToAdmit): Promise<Refusal | undefined> {
    const after = truths.mark()
    const answer = await gate.run(() => store.look(call))
    if (answer.kind === 'admitted') return undefined
    if (answer.kind !== 'ask') return answer
    return refusalByTruth(await truths.read(call.companyId, answer.about, after))
  }

  return async function lookAtCall(call: CallToAdmit): Promise<Refusal | undefined> {
    const after = truths.mark()
    try {
      if (gate.isUp()) return await lookInStore(call)
    } catch (thrown) {
      if (!(thrown instanceof StoreTrouble)) throw thrown
    }
    const refusal = refusalByTruth(await truths.read(call.companyId, 'table', after))
    if (refusal) return refusal
    const abandonedMs = call.isStream ? abandons.waitMs(call) : 0
    if (abandonedMs > 0) return { kind: 'streams_abandoned', retryAfterMs: abandonedMs }
    const { keyId, rpmLimit, tpmLimit } = call
    return rates.look({ keyId, tokens: call.estimatedTokens, rpmLimit, tpmLimit })
  }
}

/** Counts a request of the key that is not a call; undefined if it is within the limit. */
export function createCountRequest({ store, gate, rates }: Pick<LookAtCallDeps, 'store' | 'gate' | 'rates'>) {
  return async function countRequest(call: CallToAdmit): Promise<Refusal | undefined> {
    try {
      if (gate.isUp()) {
        const answer = await gate.run(() => store.count(call))
        return answer.kind === 'rate_limited' ? answer : undefined
      }
    } catch (thrown) {
      if (!(thrown instanceof StoreTrouble)) throw thrown
    }
    const { keyId, rpmLimit, tpmLimit } = call
    const taken = rates.take({ keyId, tokens: 0, rpmLimit, tpmLimit })
    return taken.kind === 'rate_limited' && taken.what === 'requests' ? taken : undefined
  }
}
