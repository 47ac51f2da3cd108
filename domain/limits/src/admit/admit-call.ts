// Decides whether a call may run. The calls of a busy key are admitted from a lease, without a round trip. Otherwise Redis
// usually decides alone, in one. If Redis does not know the company, its data is stale, or the credits are nearly used up,
// Postgres is read first. While Redis is down, Postgres decides about credits and this process enforces its share of the
// rate limits.
import { type Admission, type CallToAdmit, tokensToReserve } from '../admission.ts'
import { toBudgetQuestion } from './budgets.ts'
import { type CompanyStore, StoreUnavailable } from '../company-store.ts'
import { toHold } from '../hold.ts'
import type { OpenHolds } from '../holds/open-holds.ts'
import type { Leases } from '../leases/create-leases.ts'
import { type Recall, undecided } from '../leases/recall.ts'
import type { StoreGate } from '../store-gate.ts'
import { accountRefusal } from '../account-snapshot.ts'
import type { Circumstances } from './admit-without-store.ts'
import type { SnapshotReason } from './load-snapshot.ts'
import type { SnapshotReader } from './snapshot-reader.ts'

export type AdmitCallDeps = {
  store: CompanyStore
  gate: StoreGate
  open: OpenHolds
  leases: Pick<Leases, 'take'>
  recall: Recall
  snapshots: SnapshotReader<SnapshotReason>
  /** Reads the account again before it becomes stale. */
  refresh: (companyId: string) => void
  admitWithoutStore: (call: CallToAdmit, circumstances: Circumstances) => Promise<Admission | 'store is back'>
  /** Schedules the removal of a hold that Redis may have kept for a call that was not admitted. */
  undo: (call: CallToAdmit) => void
}

type CallState = Omit<Circumstances, 'canWait'>

// A call is decided again only if another call took the credits first or a release was in flight; this many rounds in a
// row do not happen in practice.
const roundsMax = 50
// How often a call switches between Redis and Postgres while Redis is unstable, before Postgres decides.
const changesMax = 3

export function createAdmitCall(deps: AdmitCallDeps): (call: CallToAdmit) => Promise<Admission> {
  const { store, gate, open, leases, recall, snapshots } = deps

  async function admitByStore(call: CallToAdmit, arrived: number): Promise<Admission> {
    const ask = (isConfirmed: boolean) =>
      recall.ask(call.companyId, () => gate.run(() => store.admit(call, isConfirmed)))
    let answer = await ask(false)
    let after = arrived
    const question = { companyId: call.companyId, budgets: toBudgetQuestion(call) }
    for (let round = 0; answer.kind === 'refresh'; round += 1) {
      if (round === roundsMax) throw undecided()
      const snapshot = await snapshots.read(question, answer.reason, after)
      const refusal = accountRefusal(snapshot, call)
      if (refusal) return refusal
      after = snapshots.mark()
      answer = await ask(true)
    }
    if (answer.kind !== 'admitted') return answer
    if (answer.shouldRefresh) deps.refresh(call.companyId)
    const hold = toHold(call, tokensToReserve(call.estimatedTokens, call.tpmLimit))
    open.add(hold, { isInStore: true, isInTable: false, isBudgeted: question.budgets !== undefined })
    return { kind: 'admitted', rates: answer.rates }
  }

  /** Adds the hold to Redis, which came back in the meantime and was sent every hold except this one. */
  async function registerInStore(call: CallToAdmit): Promise<void> {
    const hold = toHold(call, tokensToReserve(call.estimatedTokens, call.tpmLimit))
    // If this fails, the next heartbeat sends the hold.
    await gate.run(() => store.update({ companyId: call.companyId, holds: [hold] })).catch(() => undefined)
  }

  /** Resolves to undefined if Redis is down or goes down. */
  async function tryStore(call: CallToAdmit, state: CallState): Promise<Admission | undefined> {
    if (!gate.isUp()) return undefined
    try {
      return await admitByStore(call, state.after)
    } catch (thrown) {
      if (!(thrown instanceof StoreUnavailable)) throw thrown
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

  async function decideAndUndo(call: CallToAdmit): Promise<Admission> {
    const state = { after: snapshots.mark(), isInStore: false }
    let admission: Admission | undefined
    try {
      return (admission = await decide(call, state))
    } finally {
      if (state.isInStore && admission?.kind !== 'admitted') deps.undo(call)
    }
  }

  return (call) => {
    const rates = leases.take(call)
    return rates ? Promise.resolve({ kind: 'admitted', rates }) : decideAndUndo(call)
  }
}
