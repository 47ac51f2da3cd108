import type { CallOperation } from '@gatehouse/calls/call'
import type { CallToAdmit } from './admission.ts'
import type { BudgetRefusal, CallBudgets } from './admit/budgets.ts'

/** Credits set aside for a running call, with the fields needed to close the call if its process dies. */
export type Hold = {
  callId: string
  companyId: string
  keyId: string
  operation: CallOperation
  alias: string
  estimateMicros: bigint
  /** Tokens that the call occupies in its key's window. */
  reservedTokens: number
  /** Time until the call's deadline; negative once it has passed. */
  remainingMs: number
}

/**
 * A hold whose deadline passed this long ago belongs to a dead process: a live one extends the holds of its open calls.
 */
export const deadAfterMs = 60_000

export function isDead({ remainingMs }: Hold): boolean {
  return remainingMs < -deadAfterMs
}

/**
 * Records these calls as failed because their process died, without a charge. A call that is already closed keeps its
 * record. Resolves to the number of calls closed.
 */
export type CloseDeadCalls = (calls: readonly Hold[]) => Promise<number>

export function toHold(call: CallToAdmit, reservedTokens: number): Hold {
  const { callId, companyId, keyId, operation, alias, estimateMicros, deadlineMs } = call
  return {
    callId,
    companyId,
    keyId,
    operation,
    alias,
    estimateMicros,
    reservedTokens,
    remainingMs: deadlineMs,
  }
}

export function sumMicros(holds: Iterable<Hold>): bigint {
  let sum = 0n
  for (const { estimateMicros } of holds) sum += estimateMicros
  return sum
}

/** The port to the holds in Postgres, which replace those in Redis while Redis is down. */
export type HoldTable = {
  /** Decides by the balance, the budgets and the holds, under a lock on the account, and inserts the hold, all in one round trip. */
  place(asked: AskedHold): Promise<PlacedHold>
  /** Inserts holds of calls that are already running, and extends existing ones. */
  keep(holds: readonly Hold[]): Promise<void>
  remove(callIds: readonly string[]): Promise<void>
  findDead(): Promise<Hold[]>
  /** Records that a process decides by these holds, because it has no Redis. */
  recordUse(): Promise<void>
  /** Whether a process has done so in the last few seconds, so that all must keep their holds here. */
  isUsed(): Promise<boolean>
}

export type AskedHold = {
  hold: Hold
  /** Places the hold regardless of the balance, for postpaid companies. */
  isForced: boolean
  /** Budgets refuse a hold regardless of `isForced`. */
  budgets?: CallBudgets | undefined
}

export type PlacedHold = {
  isPlaced: boolean
  balanceMicros: bigint
  heldMicros: bigint
  /** The budget that refused the hold. */
  budget?: BudgetRefusal
}
