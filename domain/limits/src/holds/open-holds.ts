// The holds of the calls that run in this process. Redis may lose them; this copy restores them.
import type { Clock } from '@gatehouse/runtime/clock'
import { ShortLivedMap } from '@gatehouse/runtime/short-lived'
import type { CompanyStore } from '../company-store.ts'
import type { Hold } from '../hold.ts'

export type OpenHold = Omit<Hold, 'remainingMs'> & {
  /** On this process's monotonic clock, which ignores changes of the wall clock. */
  deadlineAtMs: number
  /** Redis has the hold, or may have it. */
  isInStore: boolean
  /** Postgres has the hold, or may have it, so that it is deleted there when the call ends. */
  isInTable: boolean
  /** Postgres certainly has the hold: the statement that wrote it has committed. */
  isCopied?: boolean | undefined
  /** A budget limits the call. */
  isBudgeted?: boolean | undefined
  /**
   * Where the call is counted in the local window, if it was admitted while Redis was down: the bucket, and the number
   * of tokens.
   */
  localRate?: { bucket: number; tokens: number } | undefined
}

export type OpenHolds = {
  add(
    hold: Hold,
    place: Pick<OpenHold, 'isInStore' | 'isInTable' | 'isCopied' | 'isBudgeted' | 'localRate'>,
  ): OpenHold
  remove(companyId: string, callId: string): OpenHold | undefined
  has(companyId: string, callId: string): boolean
  ofCompany(companyId: string): readonly OpenHold[]
  companyIds(): string[]
  all(): OpenHold[]
  count(): number
  /** The hold as it is sent to the stores, with its remaining time. */
  describe(open: OpenHold): Hold
  /** Drops calls whose deadline passed more than an hour ago: a bug kept them from being finished. */
  dropForgotten(): void
}

/**
 * While the process lives, the hold of an open call always lasts at least this much longer, so that long streams keep
 * theirs.
 */
const extensionMs = 30_000
const overtimeMsMax = 3_600_000

export function createOpenHolds(clock: Clock): OpenHolds {
  const companies = new Map<string, ShortLivedMap<string, OpenHold>>()

  function remove(companyId: string, callId: string): OpenHold | undefined {
    const company = companies.get(companyId)
    const open = company?.delete(callId)
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
        company = new ShortLivedMap()
        companies.set(hold.companyId, company)
      }
      // Field by field: this runs for every call, and a rest pattern is slow.
      const { callId, companyId, keyId, operation, alias, estimateMicros, reservedTokens } = hold
      const { isInStore, isInTable, isCopied, isBudgeted, localRate } = place
      const open: OpenHold = {
        callId,
        companyId,
        keyId,
        operation,
        alias,
        estimateMicros,
        reservedTokens,
        deadlineAtMs: clock.monotonicMs() + hold.remainingMs,
        isInStore,
        isInTable,
        isCopied,
        isBudgeted,
        localRate,
      }
      company.set(hold.callId, open)
      return open
    },
    remove,
    has: (companyId, callId) => companies.get(companyId)?.has(callId) ?? false,
    ofCompany: (companyId) => companies.get(companyId)?.values() ?? [],
    companyIds: () => [...companies.keys()],
    all,
    count: () => companies.values().reduce((sum, company) => sum + company.size, 0),
    describe(open) {
      const { callId, companyId, keyId, operation, alias, estimateMicros, reservedTokens } = open
      const remainingMs = Math.max(extensionMs, Math.round(open.deadlineAtMs - clock.monotonicMs()))
      return { callId, companyId, keyId, operation, alias, estimateMicros, reservedTokens, remainingMs }
    },
    dropForgotten() {
      const forgottenBeforeMs = clock.monotonicMs() - overtimeMsMax
      for (const open of all()) if (open.deadlineAtMs < forgottenBeforeMs) remove(open.companyId, open.callId)
    },
  }
}

// A Redis script that processes more holds than this would block other commands for too long.
const holdsPerUpdate = 200

/**
 * Sends the holds of this process's open calls of a company to Redis, which adds missing ones and extends the others.
 */
export async function sendHolds(store: CompanyStore, open: OpenHolds, companyId: string): Promise<void> {
  for (const some of inChunks(open.ofCompany(companyId), holdsPerUpdate)) {
    // A call that finished while earlier chunks were sent must not reappear.
    const running = some.filter(({ callId }) => open.has(companyId, callId))
    for (const hold of running) hold.isInStore = true
    await store.update({ companyId, holds: running.map((hold) => open.describe(hold)) })
  }
}

export function* inChunks<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let first = 0; first < items.length; first += size) yield items.slice(first, first + size)
}
