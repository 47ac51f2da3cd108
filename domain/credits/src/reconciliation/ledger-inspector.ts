// The port to the ledger under inspection.
import type { Invariant } from './invariant.ts'
import type { AmountDrift, FreezeOutcome, InvariantOutcome } from './reconciliation-report.ts'

/** A hold in Redis, to be compared with the closed calls. */
export type ListedHold = {
  callId: string
  companyId: string
  estimateMicros: bigint
  /** Time until the call's deadline; negative once it has passed. */
  remainingMs: number
}

export type InspectionScope = {
  /** Limits the inspection to one account, all of whose calls are then read, even those already added up. */
  ownerId?: string | undefined
  /** The holds must be listed before the inspection begins, so that a call closed in between is seen as closed. */
  holds?: readonly ListedHold[] | undefined
}

export type Inspection = Readonly<Record<LedgerInvariant, InvariantOutcome>>

/** Adds the findings in another shard. What was not checked in one of them counts as not checked. */
export function addInspection(left: Inspection, right: Inspection): Inspection {
  const add = (invariant: LedgerInvariant): InvariantOutcome => {
    const [one, other] = [left[invariant], right[invariant]]
    if (one.kind !== 'checked') return one
    if (other.kind !== 'checked') return other
    return {
      kind: 'checked',
      accounts: one.accounts + other.accounts,
      drifts: [...one.drifts, ...other.drifts],
    }
  }
  return { I1: add('I1'), I2: add('I2'), I3: add('I3'), I4: add('I4'), I5: add('I5'), I6: add('I6') }
}

/** The invariants that concern the ledger alone. */
export type LedgerInvariant = Exclude<Invariant, 'I7' | 'I8' | 'I9'>

/** Findings about payments: the grants that were paid for, and the events that report them. */
export type PaymentInspection = {
  I4: readonly AmountDrift[]
  I7: InvariantOutcome
  I8: InvariantOutcome
  I9: InvariantOutcome
}

/** The port to the payments. If an owner is given, only that account is inspected. */
export type InspectPayments = (ownerId: string | undefined) => Promise<PaymentInspection>

export type LedgerInspector = {
  /** Adds up the calls that were closed since the last run; reports each day that it has read. */
  addUpCalls(onDay?: (day: string) => void): Promise<void>
  /** Inspects everything in one snapshot, so that a concurrent settlement is seen wholly or not at all. */
  inspect(scope: InspectionScope): Promise<Inspection>
  /** Stops the account's billable calls. An account that is already frozen keeps its first reason. */
  freeze(ownerId: string, reason: string): Promise<FreezeOutcome>
}
