// Reports finished calls and balances to Redis. What cannot be sent now is sent when Redis is back; until then, a
// finished call that still has a hold is recognised by its record in Postgres.
import type { Clock } from '@gatehouse/runtime/clock'
import { type CallToAdmit, type ReleasedCall, type ReleasedCalls, noCharge } from '../admission.ts'
import { type CompanyStore, StoreUnavailable } from '../company-store.ts'
import type { LocalAbandons } from '../abandoned-streams.ts'
import type { Leases } from '../leases/create-leases.ts'
import type { LocalRates } from '../local/local-rates.ts'
import type { StoreGate } from '../store-gate.ts'
import { type FinishedRelease, createMissedReleases, toUpdate } from './missed-releases.ts'
import type { OpenHold, OpenHolds } from './open-holds.ts'

export type ReleaseCalls = {
  /** Resolves when Redis has the release or it is queued for later; never rejects. */
  release(finished: ReleasedCalls): Promise<void>
  undo(call: CallToAdmit): void
  /** Sends queued updates; on failure, rejects and keeps them queued. */
  resendMissed(): Promise<void>
  /** Returns the ids of the calls whose holds must be deleted from Postgres, and clears the list. */
  takeFinishedInTable(): string[]
  /** Adds to that list: the next heartbeat deletes these holds, if Postgres has them. */
  removeFromTable(callIds: readonly string[]): void
  /** Drops queued releases that no longer matter. */
  prune(): void
}

export type ReleaseCallsDeps = {
  clock: Clock
  store: CompanyStore
  gate: StoreGate
  open: OpenHolds
  leases: Pick<Leases, 'end'>
  rates: LocalRates
  abandons: LocalAbandons
}

export function createReleaseCalls(deps: ReleaseCallsDeps): ReleaseCalls {
  const { store, gate, open, leases, rates, abandons } = deps
  const missed = createMissedReleases(deps.clock, store)
  let finishedInTable: string[] = []

  function close(companyId: string, call: ReleasedCall): OpenHold | undefined {
    const hold = open.remove(companyId, call.callId)
    if (hold && call.stream) abandons.count(hold, call.stream)
    if (hold?.isInTable) finishedInTable.push(call.callId)
    if (hold?.localRate && call.tokensUsed !== undefined) {
      const { bucket, tokens } = hold.localRate
      rates.correct(hold.keyId, bucket, { requests: 0, tokens: call.tokensUsed - tokens })
    }
    return hold
  }

  async function release({ companyId, calls, balance }: ReleasedCalls): Promise<void> {
    const reports: Promise<void>[] = []
    const finished = calls.map((call): FinishedRelease => {
      const hold = close(companyId, call)
      const report = hold && leases.end(hold, call)
      if (report) reports.push(report)
      const isOnlyInTable = hold !== undefined && !hold.isInStore
      return hold?.isBudgeted ? { ...call, hold, isOnlyInTable } : { ...call, isOnlyInTable }
    })
    if (reports.length > 0) await Promise.all(reports)
    try {
      await gate.run(() => store.update(toUpdate(companyId, finished, balance)))
    } catch (thrown) {
      if (!(thrown instanceof StoreUnavailable)) throw thrown
      missed.add(companyId, finished, balance)
    }
  }

  return {
    release,
    undo: ({ companyId, callId }) => missed.add(companyId, [{ callId, charge: noCharge }]),
    resendMissed: missed.send,
    prune: missed.prune,
    takeFinishedInTable() {
      const taken = finishedInTable
      finishedInTable = []
      return taken
    },
    removeFromTable(callIds) {
      for (const callId of callIds) finishedInTable.push(callId)
    },
  }
}
