// The port to the ledger that is inspected.
import type { Invariant } from './invariant.ts'
import type { AmountDrift, FreezeOutcome, InvariantOutcome } from './reconciliation-report.ts'

/** A hold as Redis has it; what it belongs to is checked against the closed calls. */
export type ListedHold = {
  callId: string
  companyId: string
  estimateMicros: bigint
  /** Until the call's deadline; negative once that has passed. */
  remainingMs: number
}

export type Question = {
  /** One account only, and then its calls are all read, whatever was added up before. */
  ownerId?: string | undefined
  /** Listed before the inspection begins, so that a call closed in between is seen as closed. */
  holds?: readonly ListedHold[] | undefined
}

export type Inspection = Readonly<Record<LedgerInvariant, InvariantOutcome>>

/** What can be seen in the ledger alone. */
export type LedgerInvariant = Exclude<Invariant, 'I7' | 'I8' | 'I9'>

/** What payments say of the ledger: the grants that they paid for, and the events that tell of them. */
export type PaymentInspection = {
  I4: readonly AmountDrift[]
  I7: InvariantOutcome
  I8: InvariantOutcome
  I9: InvariantOutcome
}

/** The port to the payments. One account only, if it is named. */
export type InspectPayments = (ownerId: string | undefined) => Promise<PaymentInspection>

export type LedgerInspector = {
  /** Adds up the calls that were closed since the last time; tells of each day it has read. */
  addUpCalls(onDay?: (day: string) => void): Promise<void>
  /** Looks at everything at one instant, so that a settlement that is under way is seen wholly or not at all. */
  inspect(question: Question): Promise<Inspection>
  /** Stops the account's billable calls. If it is frozen already, the first reason stays. */
  freeze(ownerId: string, reason: string): Promise<FreezeOutcome>
}
