// The port to Redis: what is known of each company, its holds and its keys' windows. All of it may vanish.
import type { Admission, Balance, CallToAdmit, FinishedCall } from './admission.ts'
import type { Hold } from './hold.ts'
import type { Truth } from './truth.ts'

export type CompanyStore = {
  /** `isConfirmed` when Postgres was asked since the call arrived and forbids nothing: then only the holds decide. */
  admit(call: CallToAdmit, isConfirmed: boolean): Promise<StoreAnswer>
  /** What `admit` would answer if Postgres forbade nothing; takes neither a hold nor a place in a window. */
  look(call: CallToAdmit): Promise<StoreAnswer>
  /** Counts a request in the key's window and looks at nothing else. */
  count(call: CallToAdmit): Promise<StoreAnswer>
  update(update: CompanyUpdate): Promise<void>
  readHolds(companyId: string): Promise<Hold[]>
  /** The next call of the company reads Postgres, whatever is cached. */
  forget(companyId: string): Promise<void>
  /** Notes that this process lives and has open calls of these companies; returns how many processes live. */
  beat(companyIds: readonly string[]): Promise<number>
  leave(): Promise<void>
  /** True for one process at a time, which may claim it again and again. */
  claimReaping(forMs: number): Promise<boolean>
  /** Every company that may have holds. */
  listCompanies(): Promise<ListedCompany[]>
  unlistCompany(companyId: string): Promise<void>
}

/** Quiet if no process has named it for a while. */
export type ListedCompany = { companyId: string; isQuiet: boolean }

export type StoreAnswer =
  | (Extract<Admission, { kind: 'admitted' }> & { shouldRefresh: boolean })
  | Extract<Admission, { kind: 'rate_limited' | 'streams_abandoned' }>
  /** Redis cannot tell; Postgres must be asked. */
  | { kind: 'ask'; about: Doubt }

export type Doubt =
  /** Nothing is known of the company: a first call, or Redis has lost it. */
  | 'missing'
  /** What is known is old, or credits are near their end. */
  | 'account'
  /** Holds take up the whole balance, but some of their calls may be finished. */
  | 'holds'

export type CompanyUpdate = {
  companyId: string
  balance?: Balance
  truth?: Truth
  finished?: readonly FinishedCall[]
  /** Holds that must exist, and live at least as long as they say. */
  holds?: readonly Hold[]
}

/** Redis did not do it, or nobody knows whether it did. */
export class StoreTrouble extends Error {
  override readonly name = 'StoreTrouble'
}

/** The port to the windows of client addresses. */
export type AddressWindows = {
  admit(range: string, limit: number): Promise<AddressAnswer>
}

type AddressAnswer = { isAdmitted: boolean; used: number; resetMs: number; retryAfterMs: number }
