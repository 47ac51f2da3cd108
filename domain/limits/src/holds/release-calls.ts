// Reports finished calls and balances to Redis. What cannot be sent now is sent when Redis is back; until then, a
// finished call that still has a hold is recognised by its record in Postgres.
import {
  type Balance,
  type CallToAdmit,
  type ReleasedCall,
  type ReleasedCalls,
  noCharge,
} from '../admission.ts'
import {
  type CompanyStore,
  type CompanyUpdate,
  type FinishedHold,
  StoreUnavailable,
} from '../company-store.ts'
import type { LocalAbandons } from '../abandoned-streams.ts'
import type { LocalRates } from '../local/local-rates.ts'
import type { StoreGate } from '../store-gate.ts'
import type { OpenHold, OpenHolds } from './open-holds.ts'

export type ReleaseCalls = {
  /** Resolves when Redis has the release or it is queued for later; never rejects. */
  release(finished: ReleasedCalls): Promise<void>
  undo(call: CallToAdmit): void
  /** Sends queued updates; on failure, rejects and keeps them queued. */
  resendMissed(): Promise<void>
  /** Returns the ids of the finished calls whose holds must be deleted from Postgres, and clears the list. */
  takeFinishedInTable(): string[]
}

export type ReleaseCallsDeps = {
  store: CompanyStore
  gate: StoreGate
  open: OpenHolds
  rates: LocalRates
  abandons: LocalAbandons
}

type Missed = { finished: Map<string, FinishedHold>; balance: Balance | undefined }

export function createReleaseCalls({ store, gate, open, rates, abandons }: ReleaseCallsDeps): ReleaseCalls {
  const missed = new Map<string, Missed>()
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

  function remember(
    companyId: string,
    finished: readonly FinishedHold[],
    balance: Balance | undefined,
  ): void {
    const company = missed.get(companyId) ?? { finished: new Map<string, FinishedHold>(), balance: undefined }
    for (const call of finished) company.finished.set(call.callId, call)
    if (balance && (!company.balance || balance.version > company.balance.version)) company.balance = balance
    missed.set(companyId, company)
  }

  async function release({ companyId, calls, balance }: ReleasedCalls): Promise<void> {
    const finished: FinishedHold[] = []
    // A hold that exists only in Postgres is not queued for release in Redis; such entries would pile up while Redis is
    // down.
    const inStore: FinishedHold[] = []
    for (const call of calls) {
      const hold = close(companyId, call)
      const one = hold?.isBudgeted ? { ...call, hold } : call
      finished.push(one)
      if (hold?.isInStore ?? true) inStore.push(one)
    }
    try {
      await gate.run(() => store.update(toUpdate(companyId, finished, balance)))
    } catch (thrown) {
      if (!(thrown instanceof StoreUnavailable)) throw thrown
      remember(companyId, inStore, balance)
    }
  }

  return {
    release,
    undo: ({ companyId, callId }) => remember(companyId, [{ callId, charge: noCharge }], undefined),
    async resendMissed() {
      for (const [companyId, { finished, balance }] of missed) {
        missed.delete(companyId)
        try {
          await store.update(toUpdate(companyId, [...finished.values()], balance))
        } catch (thrown) {
          remember(companyId, [...finished.values()], balance)
          throw thrown
        }
      }
    },
    takeFinishedInTable() {
      const taken = finishedInTable
      finishedInTable = []
      return taken
    },
  }
}

function toUpdate(
  companyId: string,
  finished: readonly FinishedHold[],
  balance: Balance | undefined,
): CompanyUpdate {
  return balance ? { companyId, finished, balance } : { companyId, finished }
}
