// The holds of the calls that run in this process: what Redis may forget is known here, and is told to it again.
import type { Clock } from '@gatehouse/runtime/clock'
import type { Hold } from '../hold.ts'

export type OpenHold = Omit<Hold, 'remainingMs'> & {
  /** On this process's monotonic clock, which no jump of the wall clock moves. */
  deadlineAtMs: number
  /** Redis has it, or may have it. */
  isInStore: boolean
  isInTable: boolean
  /** Where its tokens count while Redis is away, and how many. */
  localRate?: { bucket: number; tokens: number } | undefined
}

export type OpenHolds = {
  add(
    hold: Hold,
    place: Pick<OpenHold, 'isInStore' | 'isInTable'> & { localRate?: OpenHold['localRate'] },
  ): void
  remove(companyId: string, callId: string): OpenHold | undefined
  has(companyId: string, callId: string): boolean
  ofCompany(companyId: string): readonly OpenHold[]
  companyIds(): string[]
  all(): OpenHold[]
  count(): number
  /** Its caller was told that there is no charge. Undefined if it is closed already. */
  markGivenUp(companyId: string, callId: string): OpenHold | undefined
  /** As others should know it, with its time left. */
  describe(open: OpenHold): Hold
  /** Lets go of calls that have outlived their deadline beyond belief: somebody forgot to finish them. */
  dropForgotten(): void
}

/** Long streams: while its process lives, a call that is open keeps its hold at least this much longer. */
const extensionMs = 30_000
const overtimeMsMax = 3_600_000

export function createOpenHolds(clock: Clock): OpenHolds {
  const companies = new Map<string, Map<string, OpenHold>>()

  function remove(companyId: string, callId: string): OpenHold | undefined {
    const company = companies.get(companyId)
    const open = company?.get(callId)
    company?.delete(callId)
    if (company?.size === 0) companies.delete(companyId)
    return open
  }

  const all = () =>
    companies
      .values()
      .flatMap((company) => company.values())
      .toArray()

  return {
    add(hold, place) {
      let company = companies.get(hold.companyId)
      if (!company) {
        company = new Map()
        companies.set(hold.companyId, company)
      }
      const { remainingMs, ...known } = hold
      company.set(hold.callId, { ...known, ...place, deadlineAtMs: clock.monotonicMs() + remainingMs })
    },
    remove,
    has: (companyId, callId) => companies.get(companyId)?.has(callId) ?? false,
    ofCompany: (companyId) => [...(companies.get(companyId)?.values() ?? [])],
    companyIds: () => [...companies.keys()],
    all,
    count: () => companies.values().reduce((sum, company) => sum + company.size, 0),
    describe(open) {
      const { deadlineAtMs, isInStore: _inStore, isInTable: _inTable, localRate: _rate, ...known } = open
      const remainingMs = Math.max(extensionMs, Math.round(deadlineAtMs - clock.monotonicMs()))
      return { ...known, remainingMs }
    },
    markGivenUp(companyId, callId) {
      const open = companies.get(companyId)?.get(callId)
      if (open) open.isGivenUp = true
      return open
    },
    dropForgotten() {
      const forgottenBeforeMs = clock.monotonicMs() - overtimeMsMax
      for (const open of all()) if (open.deadlineAtMs < forgottenBeforeMs) remove(open.companyId, open.callId)
    },
  }
}
