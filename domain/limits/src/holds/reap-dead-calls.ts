// Closes the calls whose process died: their hold's deadline is long gone and nobody has extended it. A hold must be
// found dead twice, with heartbeats in between: one jump of a server's clock must not end calls that run.
import type { CompanyStore, ListedCompany } from '../company-store.ts'
import { type CloseDeadCalls, type Hold, isDead } from '../hold.ts'
import type { HoldTable } from '../hold-table.ts'

export type ReapDeadCallsDeps = {
  store: CompanyStore
  table: HoldTable
  closeDeadCalls: CloseDeadCalls
  onClosed: (count: number) => void
}

export type DeadCallReaper = {
  /** Looks at everything there is in Redis, unless another process is doing so. */
  reapStore(): Promise<void>
  reapTable(): Promise<void>
  /** Closes these now; their holds must have been found dead before. Returns those that it closed. */
  close(holds: readonly Hold[]): Promise<readonly Hold[]>
}

export const reapEveryMs = 15_000
// Long enough for every live process to have extended its holds.
const confirmAfterMs = 10_000
const companiesAtOnce = 25

export function createDeadCallReaper(
  deps: ReapDeadCallsDeps & { monotonicMs: () => number },
): DeadCallReaper {
  const { store, table } = deps
  // Call id → when it was first found dead.
  let suspects = new Map<string, number>()

  async function close(holds: readonly Hold[]): Promise<readonly Hold[]> {
    const nowMs = deps.monotonicMs()
    for (const { callId } of holds) if (!suspects.has(callId)) suspects.set(callId, nowMs)
    const confirmed = holds.filter(({ callId }) => nowMs - (suspects.get(callId) ?? nowMs) >= confirmAfterMs)
    if (confirmed.length === 0) return confirmed
    deps.onClosed(await deps.closeDeadCalls(confirmed))
    for (const { callId } of confirmed) suspects.delete(callId)
    return confirmed
  }

  async function reapCompany({ companyId, isQuiet }: ListedCompany): Promise<void> {
    const holds = await store.readHolds(companyId)
    if (holds.length === 0 && isQuiet) return store.unlistCompany(companyId)
    const closed = await close(holds.filter(isDead))
    if (closed.length === 0) return
    await store.update({ companyId, finished: closed.map(({ callId }) => ({ callId })) })
  }

  function forgetOldSuspects(): void {
    const sinceMs = deps.monotonicMs() - 4 * reapEveryMs
    suspects = new Map([...suspects].filter(([, firstMs]) => firstMs > sinceMs))
  }

  return {
    close,
    async reapStore() {
      forgetOldSuspects()
      // Claimed beyond the next round, so that the same process looks again.
      if (!(await store.claimReaping(2 * reapEveryMs))) return
      const companies = await store.listCompanies()
      for (let first = 0; first < companies.length; first += companiesAtOnce) {
        await Promise.all(companies.slice(first, first + companiesAtOnce).map(reapCompany))
      }
    },
    async reapTable() {
      const closed = await close(await table.findDead())
      if (closed.length > 0) await table.remove(closed.map(({ callId }) => callId))
    },
  }
}
