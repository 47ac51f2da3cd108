// Asks Postgres about a company and tells Redis the answer, with what else Redis needs to decide by itself again.
import { type CompanyStore, type Doubt } from '../company-store.ts'
import { type Hold, isDead, sumMicros } from '../hold.ts'
import type { HoldTable } from '../hold-table.ts'
import type { OpenHolds } from '../holds/open-holds.ts'
import { tellHolds } from '../holds/tell-holds.ts'
import type { StoreGate } from '../store-gate.ts'
import type { ReadTruth, Truth, TruthWithHeld } from '../truth.ts'

/** `table`: Redis is gone, so the holds in Postgres are all there is. */
export type TruthQuestion = Doubt | 'table'

export type LoadTruthDeps = {
  store: CompanyStore
  gate: StoreGate
  table: HoldTable
  open: OpenHolds
  readTruth: ReadTruth
  /** Closes calls whose process died. */
  closeDead: (holds: readonly Hold[]) => Promise<unknown>
}

export function createLoadTruth(deps: LoadTruthDeps) {
  const { store, gate, open, readTruth } = deps

  return async function loadTruth(companyId: string, about: TruthQuestion): Promise<TruthWithHeld> {
    if (about === 'table') return withHeld(await readTruth(companyId, []), [])
    // Redis has lost the company: before anything is decided it must know at least the holds that we know.
    if (about === 'missing') await gate.run(() => tellHolds(store, open, companyId))
    const holds = about === 'account' ? [] : await gate.run(() => store.readHolds(companyId))
    const dead = holds.filter(isDead)
    if (dead.length > 0) await deps.closeDead(dead)
    const truth = await readTruth(
      companyId,
      holds.map(({ callId }) => callId),
    )
    await gate.run(() => store.update({ companyId, truth, holds: truth.holds }))
    if (truth.holds.length > 0) await settleWithTable(companyId, truth)
    return withHeld(truth, holds)
  }

  /** Some process keeps holds of this company in Postgres, because it cannot reach Redis, or could not until now. */
  async function settleWithTable(companyId: string, truth: Truth): Promise<void> {
    // A call may have been released between our read and our telling Redis of its hold, which nobody would release
    // again; but then it is closed by now.
    const callIds = truth.holds.map(({ callId }) => callId)
    const { closedCallIds } = await readTruth(companyId, callIds)
    const finished = closedCallIds.map((callId) => ({ callId }))
    if (finished.length > 0) await gate.run(() => store.update({ companyId, finished }))
    if (callIds.every((callId) => open.has(companyId, callId))) return
    // It does not see our holds in Redis. It is shown them, or both would spend the last credits.
    const unknown = open.ofCompany(companyId).filter(({ isInTable }) => !isInTable)
    if (unknown.length === 0) return
    for (const hold of unknown) hold.isInTable = true
    await deps.table.keep(unknown.map((hold) => open.describe(hold)))
  }
}

function withHeld(truth: Truth, holds: readonly Hold[]): TruthWithHeld {
  const closed = new Set(truth.closedCallIds)
  const byId = new Map(truth.holds.map((hold) => [hold.callId, hold]))
  for (const hold of holds) if (!closed.has(hold.callId)) byId.set(hold.callId, hold)
  return { ...truth, heldMicros: sumMicros(byId.values()) }
}
