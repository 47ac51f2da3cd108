import type { AccountRefusal, Balance } from './admission.ts'
import { type BudgetQuestion, type CallBudgets, type MonthSpent, budgetRefusal } from './admit/budgets.ts'
import { type Hold, sumMicros } from './hold.ts'

/** A company's account and holds in Postgres. All of it is read at the same instant, except `overdueInMs`. */
export type AccountSnapshot = Balance & {
  isFrozen: boolean
  /** The company's credits are not checked; its usage is invoiced. */
  isPostpaid: boolean
  /** Time until an open invoice becomes overdue; zero or negative if one is overdue, null if none is open. */
  overdueInMs: number | null
  /** Time until credits expire, which changes the balance without a new version; null if none will. */
  validForMs: number | null
  /** Which of the given calls are closed: the balance includes their charge, so their holds must not count. */
  closedCallIds: readonly string[]
  /** Holds of open calls that some process keeps in Postgres because it cannot reach Redis. */
  holds: readonly Hold[]
  /** The charges of the month that were asked for. */
  spent?: MonthSpent
}

/** Reads the balance and the closed calls in one statement: read separately, a call could count twice or not at all. */
export type ReadSnapshot = (
  companyId: string,
  callIds: readonly string[],
  budgets?: BudgetQuestion,
) => Promise<AccountSnapshot>

/** A snapshot with all known holds of open calls, and their sum. */
export type SnapshotWithHeld = AccountSnapshot & { openHolds: readonly Hold[]; heldMicros: bigint }

/** Adds the holds of open calls in Redis to those in the snapshot. */
export function withHeld(snapshot: AccountSnapshot, holds: readonly Hold[]): SnapshotWithHeld {
  const closed = new Set(snapshot.closedCallIds)
  const byId = new Map(snapshot.holds.map((hold) => [hold.callId, hold]))
  for (const hold of holds) if (!closed.has(hold.callId)) byId.set(hold.callId, hold)
  const openHolds = [...byId.values()]
  return { ...snapshot, openHolds, heldMicros: sumMicros(openHolds) }
}

/** Returns why the account or a budget forbids the call, or undefined if neither does. */
export function accountRefusal(
  snapshot: SnapshotWithHeld,
  { budgets }: { budgets?: CallBudgets | undefined },
): AccountRefusal | undefined {
  if (snapshot.overdueInMs !== null && snapshot.overdueInMs <= 0) return { kind: 'overdue' }
  if (snapshot.isFrozen) return { kind: 'frozen' }
  const refusal = budgetRefusal(budgets, snapshot.spent, snapshot.openHolds)
  if (refusal) return refusal
  if (snapshot.isPostpaid || snapshot.balanceMicros > snapshot.heldMicros) return undefined
  return {
    kind: 'insufficient_credits',
    balanceMicros: snapshot.balanceMicros,
    heldMicros: snapshot.heldMicros,
  }
}

/**
 * How long admissions may rely on the snapshot before it must be read again: 0 if the account is frozen or an invoice
 * is overdue.
 */
export function usableForMs(snapshot: AccountSnapshot, ageMsMax: number): number {
  if (snapshot.isFrozen) return 0
  const limits = [ageMsMax, snapshot.overdueInMs ?? ageMsMax, snapshot.validForMs ?? ageMsMax]
  return Math.max(0, Math.floor(Math.min(...limits)))
}
