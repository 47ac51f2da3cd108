// Releases and balances that could not be sent to Redis, until they can be.
import type { Clock } from '@gatehouse/runtime/clock'
import type { Balance } from '../admission.ts'
import type { CompanyStore, CompanyUpdate, FinishedHold } from '../company-store.ts'

export type MissedReleases = {
  add(companyId: string, finished: readonly FinishedRelease[], balance?: Balance): void
  /** Sends everything; on failure, rejects and keeps the rest. */
  send(): Promise<void>
  /** Drops releases that no longer matter. */
  prune(): void
}

export type FinishedRelease = FinishedHold & {
  /** Redis does not have the hold, unless another process has copied it from Postgres. */
  isOnlyInTable?: boolean
}

type MissedRelease = FinishedRelease & { sinceMs: number }

type Missed = {
  finished: Map<string, MissedRelease>
  balance: Balance | undefined
}

// If only this process has lost Redis, another one copies our holds from Postgres to Redis, so their releases are kept
// too. They would pile up during a long outage, and after this time the reaper has removed the holds.
const copiedForMsMax = 300_000
// More in one script would block other commands for too long.
const releasesPerUpdate = 500

export function createMissedReleases(clock: Clock, store: Pick<CompanyStore, 'update'>): MissedReleases {
  const missed = new Map<string, Missed>()

  function add(companyId: string, finished: readonly FinishedRelease[], balance?: Balance): void {
    const sinceMs = clock.monotonicMs()
    const dated = finished.map((call) => ({ ...call, sinceMs }))
    keep(companyId, dated, balance)
  }

  function keep(companyId: string, finished: readonly MissedRelease[], balance?: Balance): void {
    const company: Missed = missed.get(companyId) ?? { finished: new Map(), balance: undefined }
    for (const call of finished) company.finished.set(call.callId, call)
    if (balance && (!company.balance || balance.version > company.balance.version)) company.balance = balance
    missed.set(companyId, company)
  }

  return {
    add,
    async send() {
      for (const [companyId, { finished, balance }] of missed) {
        missed.delete(companyId)
        const unsent = [...finished.values()]
        let unsentBalance = balance
        try {
          while (unsent.length > 0 || unsentBalance) {
            await store.update(toUpdate(companyId, unsent.slice(0, releasesPerUpdate), unsentBalance))
            unsent.splice(0, releasesPerUpdate)
            unsentBalance = undefined
          }
        } catch (thrown) {
          keep(companyId, unsent, unsentBalance)
          throw thrown
        }
      }
    },
    prune() {
      const droppedBeforeMs = clock.monotonicMs() - copiedForMsMax
      for (const { finished } of missed.values()) {
        for (const [callId, { isOnlyInTable, sinceMs }] of finished) {
          if (isOnlyInTable && sinceMs < droppedBeforeMs) finished.delete(callId)
        }
      }
    },
  }
}

export function toUpdate(
  companyId: string,
  finished: readonly FinishedHold[],
  balance: Balance | undefined,
): CompanyUpdate {
  return balance ? { companyId, finished, balance } : { companyId, finished }
}
