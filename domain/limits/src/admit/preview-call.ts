// Two checks that take no hold: whether a call would certainly be refused now, and whether a key may make another
// request. Both protect work that happens before or instead of admission: reading a large body, replaying a stored
// answer.
import type { Admission, CallToAdmit } from '../admission.ts'
import { toBudgetQuestion } from './budgets.ts'
import { type CompanyStore, StoreUnavailable } from '../company-store.ts'
import type { LocalAbandons } from '../abandoned-streams.ts'
import type { Recall } from '../leases/recall.ts'
import type { LocalRates } from '../local/local-rates.ts'
import type { StoreGate } from '../store-gate.ts'
import { accountRefusal } from '../account-snapshot.ts'
import type { SnapshotReason } from './load-snapshot.ts'
import type { SnapshotQuestion, SnapshotReader } from './snapshot-reader.ts'

export type PreviewCallDeps = {
  store: CompanyStore
  gate: StoreGate
  rates: LocalRates
  abandons: LocalAbandons
  snapshots: SnapshotReader<SnapshotReason>
}

export type Refusal = Exclude<Admission, { kind: 'admitted' }>

/** Resolves to a refusal if the call would be refused now regardless of its size; undefined if it might be admitted. */
export function createPreviewCall({ store, gate, rates, abandons, snapshots }: PreviewCallDeps) {
  async function previewInStore(call: CallToAdmit): Promise<Refusal | undefined> {
    const after = snapshots.mark()
    const answer = await gate.run(() => store.preview(call))
    // Only leases stand in the way, which the admission recalls.
    if (answer.kind === 'admitted' || answer.kind === 'recall') return undefined
    if (answer.kind !== 'refresh') return answer
    return accountRefusal(await snapshots.read(toQuestion(call), answer.reason, after), call)
  }

  return async function previewCall(call: CallToAdmit): Promise<Refusal | undefined> {
    const after = snapshots.mark()
    try {
      if (gate.isUp()) return await previewInStore(call)
    } catch (thrown) {
      if (!(thrown instanceof StoreUnavailable)) throw thrown
    }
    const refusal = accountRefusal(await snapshots.read(toQuestion(call), 'table', after), call)
    if (refusal) return refusal
    const abandonedMs = call.isStream ? abandons.waitMs(call) : 0
    if (abandonedMs > 0) return { kind: 'streams_abandoned', retryAfterMs: abandonedMs }
    const { keyId, rpmLimit, tpmLimit } = call
    return rates.preview({ keyId, tokens: call.estimatedTokens, rpmLimit, tpmLimit })
  }
}

function toQuestion(call: CallToAdmit): SnapshotQuestion {
  return { companyId: call.companyId, budgets: toBudgetQuestion(call) }
}

/** Counts a request of the key that is not a call; resolves to undefined if it is within the limit. */
export function createCountRequest({
  store,
  gate,
  rates,
  recall,
}: Pick<PreviewCallDeps, 'store' | 'gate' | 'rates'> & { recall: Recall }) {
  return async function countRequest(call: CallToAdmit): Promise<Refusal | undefined> {
    try {
      if (gate.isUp()) {
        const answer = await recall.ask(call.companyId, () => gate.run(() => store.count(call)))
        return answer.kind === 'rate_limited' ? answer : undefined
      }
    } catch (thrown) {
      if (!(thrown instanceof StoreUnavailable)) throw thrown
    }
    const { keyId, rpmLimit, tpmLimit } = call
    const taken = rates.take({ keyId, tokens: 0, rpmLimit, tpmLimit })
    return taken.kind === 'rate_limited' && taken.what === 'requests' ? taken : undefined
  }
}
