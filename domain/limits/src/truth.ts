import type { AccountRefusal, Balance } from './admission.ts'
import type { Hold } from './hold.ts'

/** A company's account and calls as Postgres has them, all at the same instant. */
export type Truth = Balance & {
  isFrozen: boolean
  /** No credits are checked; what is used is invoiced. */
  isPostpaid: boolean
  /** Until an open invoice is overdue; zero or less if one is, null if none is open. */
  overdueInMs: number | null
  /** Until the balance changes without a new version, because credits expire. */
  validForMs: number | null
  /** Which of the calls that were asked about are closed: their charge is in the balance, so their hold must not count. */
  closedCallIds: readonly string[]
  /** Holds of calls that are not closed and that some process keeps in Postgres, because it cannot reach Redis. */
  holds: readonly Hold[]
}

/** One statement, so that balance and closed calls belong together: apart, a call could count twice or not at all. */
export type ReadTruth = (companyId: string, callIds: readonly string[]) => Promise<Truth>

/** With what is known to be held for calls that are still open. */
export type TruthWithHeld = Truth & { heldMicros: bigint }

/** What forbids every call of the company, if anything does. */
export function refusalByTruth(truth: TruthWithHeld): AccountRefusal | undefined {
  if (truth.overdueInMs !== null && truth.overdueInMs <= 0) return { kind: 'overdue' }
  if (truth.isFrozen) return { kind: 'frozen' }
  if (truth.isPostpaid || truth.balanceMicros > truth.heldMicros) return undefined
  return {
    kind: 'insufficient_credits',
    balanceMicros: truth.balanceMicros,
    heldMicros: truth.heldMicros,
  }
}

/** How long admissions may rely on it without asking again; nothing that forbids calls is ever relied on. */
export function usableForMs(truth: Truth, ageMsMax: number): number {
  if (truth.isFrozen) return 0
  const limits = [ageMsMax, truth.overdueInMs ?? ageMsMax, truth.validForMs ?? ageMsMax]
  return Math.max(0, Math.floor(Math.min(...limits)))
}
