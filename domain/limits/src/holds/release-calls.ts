// Tells Redis which calls are finished and what the balances are. What cannot be told now is told when Redis is
// back; until then a finished call that still has its hold is recognised by its record in Postgres.
import type { Balance, CallToAdmit, FinishedCall, FinishedCalls } from '../admission.ts'
import { type CompanyStore, type CompanyUpdate, StoreTrouble } from '../company-store.ts'
import type { LocalAbandons } from '../local/local-abandons.ts'
import type { LocalRates } from '../local/local-rates.ts'
import type { StoreGate } from '../store-gate.ts'
import type { OpenHold, OpenHolds } from './open-holds.ts'

export type ReleaseCalls = {
  /** Resolves when Redis knows, or will know; never rejects. */
  release(finished: FinishedCalls): Promise<void>
  undo(call: CallToAdmit): void
  /** Tells what could not be told; rejects, and keeps it, if it still cannot. */
  tellMissed(): Promise<void>
  /** Takes the calls that are finished and still have a hold in Postgres. */
  takeFinishedInTable(): string[]
}

export type ReleaseCallsDeps = {
  store: CompanyStore
  gate: () => StoreGate
  open: OpenHolds
  rates: LocalRates
  abandons: LocalAbandons
}

type Missed = { finished: Map<string, FinishedCall>; balance: Balance | undefined }

export function createReleaseCalls({ store, gate, open, rates, abandons }: ReleaseCallsDeps): ReleaseCalls {
  const missed = new Map<string, Missed>()
  let finishedInTable: string[] = []

  function close(companyId: string, call: FinishedCall): OpenHold | undefined {
    const hold = open.remove(companyId, call.callId)
    if (hold && call.stream) abandons.count(hold, call.stream)
    if (hold?.isInTable) finishedInTable.push(call.callId)
    if (hold?.localRate && call.tokensUsed !== undefined) {
      const { bucket, tokens } = hold.localRate
      rates.correct(hold.keyId, bucket, { requests: 0, tokens: call.tokensUsed - tokens })
    }
    return hold
  }

  function note(companyId: string, finished: readonly FinishedCall[], balance: Balance | undefined): void {
    const company = missed.get(companyId) ?? { finished: new Map<string, FinishedCall>(), balance: undefined }
    for (const call of finished) company.finished.set(call.callId, call)
    if (balance && (!company.balance || balance.version > company.balance.version)) company.balance = balance
    missed.set(companyId, company)
  }

  async function release({ companyId, calls, balance }: FinishedCalls): Promise<void> {
    // A hold that only Postgres has need not be released in Redis; without Redis these would pile up.
    const inStore = calls.filter((call) => close(companyId, call)?.isInStore ?? true)
    try {
      await gate().run(() => store.update(toUpdate(companyId, calls, balance)))
    } catch (thrown) {
      if (!(thrown instanceof StoreTrouble)) throw thrown
      note(companyId, inStore, balance)
    }
  }

  return {
    release,
    undo: ({ companyId, callId }) => note(companyId, [{ callId }], undefined),
    async tellMissed() {
      for (const [companyId, { finished, balance }] of missed) {
        missed.delete(companyId)
        try {
          await store.update(toUpdate(companyId, [...finished.values()], balance))
        } catch (thrown) {
          note(companyId, [...finished.values()], balance)
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
  finished: readonly FinishedCall[],
  balance: Balance | undefined,
): CompanyUpdate {
  return balance ? { companyId, finished, balance } : { companyId, finished }
}
