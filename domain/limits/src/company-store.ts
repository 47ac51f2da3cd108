// The port to Redis: each company's account, holds and rate windows. Redis may lose all of it at any time.
import type { Admission, Balance, CallToAdmit, ReleasedCall } from './admission.ts'
import type { Hold } from './hold.ts'
import type { AccountSnapshot } from './account-snapshot.ts'

export type CompanyStore = {
  /**
   * `isConfirmed` means that Postgres was read since the call arrived and forbids nothing, so that only the holds
   * decide.
   */
  admit(call: CallToAdmit, isConfirmed: boolean): Promise<StoreAnswer>
  /** Returns what `admit(call, false)` would return, but takes neither a hold nor a place in a window. */
  preview(call: CallToAdmit): Promise<StoreAnswer>
  /** Counts a request in the key's window and checks nothing else. */
  count(call: CallToAdmit): Promise<StoreAnswer>
  /** Records what was admitted from a lease, and renews the lease. */
  lease(report: LeaseReport): Promise<LeaseAnswer>
  update(update: CompanyUpdate): Promise<void>
  readHolds(companyId: string): Promise<Hold[]>
  /** Discards the cached account, so that the company's next call reads Postgres. */
  forget(companyId: string): Promise<void>
  /**
   * Records that this process is alive and has open calls of these companies; resolves to the number of live processes.
   */
  beat(companyIds: readonly string[]): Promise<number>
  leave(): Promise<void>
  /** Resolves to true for one process at a time, which may renew its claim. */
  claimReaping(forMs: number): Promise<boolean>
  /** Lists every company that may have holds. */
  listCompanies(): Promise<ListedCompany[]>
  unlistCompany(companyId: string): Promise<void>
}

/** `isQuiet` is true if no process has reported a call or an open call of the company for ten minutes. */
export type ListedCompany = { companyId: string; isQuiet: boolean }

export type StoreAnswer =
  | (Extract<Admission, { kind: 'admitted' }> & { shouldRefresh: boolean })
  | Extract<Admission, { kind: 'rate_limited' | 'streams_abandoned' }>
  /** Redis cannot decide; a fresh snapshot must be read from Postgres. */
  | { kind: 'refresh'; reason: RefreshReason }
  /** Only the leases of processes stand in the way, which return them now; the call must be decided again. */
  | { kind: 'recall' }

export type RefreshReason =
  /** Redis has no data of the company: this is its first call, or Redis has lost it. */
  | 'missing'
  /** The cached account is stale, or credits are nearly used up. */
  | 'account'
  /** Holds take up the whole balance, but some of their calls may have finished. */
  | 'holds'
  /** What a budget has spent is not known or no longer current, or the budget is nearly used up. */
  | 'budgets'

export type CompanyUpdate = {
  companyId: string
  balance?: Balance
  snapshot?: AccountSnapshot
  finished?: readonly FinishedHold[]
  /** Holds to create, or to extend to at least their remaining time. */
  holds?: readonly Hold[]
}

/** The hold is described if a budget limits its call: the charge must count even if Redis has lost the hold. */
export type FinishedHold = ReleasedCall & { hold?: Pick<Hold, 'keyId' | 'operation' | 'alias'> }

/** What a process may give to the calls of a key without asking Redis. */
export type LeaseAmounts = { micros: bigint; requests: number; tokens: number }

export type LeaseReport = {
  companyId: string
  keyId: string
  rpmLimit: number
  tpmLimit: number
  /** Calls that were admitted from the lease since the last report and are still running. */
  holds: readonly Hold[]
  /** Calls that were admitted since the last report and have ended. */
  ended: { requests: number; tokens: number }
  /** What the process has left. */
  left: LeaseAmounts
  /** What it wants in addition. */
  wanted: LeaseAmounts
  /** Credits that are never leased, because calls near the end of the credits are decided one by one. */
  reserveMicros: bigint
  processCount: number
}

export type LeaseAnswer = {
  /** What the process has now, with everything that was granted. */
  total: LeaseAmounts
  /** How long the lease may be used; 0 if it was recalled and must be returned. */
  lastsMs: number
  /** What the key has used in its window. */
  used: { requests: number; tokens: number }
  /** No stream of the key or the company was abandoned lately. */
  mayStream: boolean
  shouldRefresh: boolean
}

/** Redis did not apply a command, or the outcome is unknown. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** The port to the rate windows of client addresses. */
export type AddressWindows = {
  admit(range: string, limit: number): Promise<AddressAnswer>
  /** Counts what was admitted from a lease, and renews the lease. */
  lease(report: AddressReport): Promise<AddressLeaseAnswer>
}

export type AddressAnswer =
  | { kind: 'admitted' | 'refused'; used: number; resetMs: number; retryAfterMs: number }
  /** Only the leases of processes stand in the way, which return them now; the request must be decided again. */
  | { kind: 'recall' }

export type AddressReport = {
  range: string
  limit: number
  /** Requests that were admitted from the lease since the last report. */
  used: number
  /** Requests that the process has left. */
  left: number
  /** Requests that it wants in addition. */
  wanted: number
  processCount: number
}

export type AddressLeaseAnswer = {
  /** What the process has now, with everything that was granted. */
  total: number
  /** How long the lease may be used; 0 if it was recalled and must be returned. */
  lastsMs: number
  /** Requests in the window. */
  used: number
  resetMs: number
}
