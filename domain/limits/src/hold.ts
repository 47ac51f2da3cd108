import type { CallOperation } from '@gatehouse/calls/call'
import type { CallToAdmit } from './admission.ts'

/** Credits set aside for a call that is running, with what is needed to close the call if its process dies. */
export type Hold = {
  callId: string
  companyId: string
  keyId: string
  operation: CallOperation
  alias: string
  estimateMicros: bigint
  /** Tokens that the call has in its key's window. */
  reservedTokens: number
  /** Its caller was told that there is no charge: if there is one after all, it must be given back. */
  isGivenUp: boolean
  /** Until the call's deadline; negative once that has passed. */
  remainingMs: number
}

/** A hold whose deadline is this far gone belongs to a process that died: a live one extends what is still open. */
export const deadAfterMs = 60_000

export function isDead({ remainingMs }: Hold): boolean {
  return remainingMs < -deadAfterMs
}

/**
 * Records these calls as failed because their process died, without a charge; those that are closed already stay
 * as they are, but the charge of one that was given up is returned. Returns how many it closed.
 */
export type CloseDeadCalls = (calls: readonly Hold[]) => Promise<number>

// A billion credits. The sum of 9,000 such holds still fits the 64 bits in which Redis and Postgres add them.
const heldMicrosMax = 1_000_000_000_000_000n

/** The estimate as it is held: an absurd price must not make a number that neither store can add. */
export function toHeldMicros(estimateMicros: bigint): bigint {
  return estimateMicros < heldMicrosMax ? estimateMicros : heldMicrosMax
}

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
    isGivenUp: false,
    remainingMs: deadlineMs,
  }
}

export function sumMicros(holds: Iterable<Hold>): bigint {
  let sum = 0n
  for (const { estimateMicros } of holds) sum += estimateMicros
  return sum
}
