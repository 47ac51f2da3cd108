// Closes the calls whose process died: the deadline of their hold passed long ago and no process has extended it. A
// hold must be found dead twice, with heartbeats in between, so that one jump of a server's clock does not end running
// calls.
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { CompanyStore, ListedCompany } from '../company-store.ts'
import { type CloseDeadCalls, type Hold, isDead } from '../hold.ts'
import type { HoldTable } from '../hold.ts'

export type ReapDeadCallsDeps = {
  store: CompanyStore
  table: Pick<HoldTable, 'findDead' | 'remove'>
  closeDeadCalls: CloseDeadCalls
  onClosed: (count: number) => void
  logger: Pick<Logger, 'warn'>
}

export type DeadCallReaper = {
  /** Checks all holds in Redis, unless another process is doing so. */
  reapStore(): Promise<void>
  reapTable(): Promise<void>
  /**
   * Closes those of these dead holds that were first found dead at least 10 s ago. Returns the holds whose calls are
   * now closed.
   */
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
  // Call id → time at which the hold was first found dead.
  let suspects = new Map<string, number>()

  async function close(holds: readonly Hold[]): Promise<readonly Hold[]> {
    const nowMs = deps.monotonicMs()
    for (const { callId } of holds) if (!suspects.has(callId)) suspects.set(callId, nowMs)
    const confirmed = holds.filter(({ callId }) => nowMs - (suspects.get(callId) ?? nowMs) >= confirmAfterMs)
    const closed = await closeEach(confirmed)
    for (const { callId } of closed) suspects.delete(callId)
    return closed
  }

  /** One call that cannot be recorded must not keep the others open. Rejects only if none could be closed. */
  async function closeEach(holds: readonly Hold[]): Promise<readonly Hold[]> {
    const outcomes = await Promise.allSettled(holds.map((hold) => deps.closeDeadCalls([hold])))
    const closed = holds.filter((_hold, index) => outcomes[index]?.status === 'fulfilled')
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') deps.onClosed(outcome.value)
      else if (closed.length === 0) throw outcome.reason
      else
        deps.logger.warn('call of a dead process could not be closed; will retry', {
          call_id: holds[index]?.callId,
          error: outcome.reason,
        })
    }
    return closed
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
      // The claim lasts beyond the next run, so that the same process checks again.
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
