// The request to admit a call, and its possible outcomes.
import type { CallOperation } from '@gatehouse/calls/call'
import type { BudgetRefusal, CallBudgets } from './admit/budgets.ts'

export type CallToAdmit = {
  /** UUIDv7, minted by the gateway for this call and never by its caller. */
  callId: string
  companyId: string
  keyId: string
  /** Kept with the hold, so that the call can be recorded if its process dies. */
  operation: CallOperation
  alias: string
  /** Upper estimate of the cost at the current price. Never negative. */
  estimateMicros: bigint
  estimatedTokens: number
  /** Time from now that the call may run. */
  deadlineMs: number
  rpmLimit: number
  tpmLimit: number
  /** Streams are refused while the key or its company has abandoned too many. */
  isStream?: boolean
  /** Left out if no monthly budget limits the call. */
  budgets?: CallBudgets | undefined
}

/**
 * The first check that fails determines the outcome: overdue and frozen, then budgets, credits, abandoned streams,
 * requests, tokens.
 */
export type Admission =
  | { kind: 'admitted'; rates: Rates }
  | AccountRefusal
  | { kind: 'streams_abandoned'; retryAfterMs: number }
  | { kind: 'rate_limited'; what: 'requests' | 'tokens'; retryAfterMs: number; rates: Rates }

/** A refusal because of the company's account. Always read from Postgres after the call arrived, never from a cache. */
export type AccountRefusal =
  | { kind: 'overdue' }
  | { kind: 'frozen' }
  | BudgetRefusal
  | { kind: 'insufficient_credits'; balanceMicros: bigint; heldMicros: bigint }

export type Rates = { requests: Rate; tokens: Rate }

export type Rate = {
  limit: number
  remaining: number
  /** Time until the window is empty. */
  resetMs: number
}

export type AddressAdmission =
  | { kind: 'admitted'; rate: Rate }
  | { kind: 'rate_limited'; retryAfterMs: number; rate: Rate }

export type Balance = {
  balanceMicros: bigint
  /** Increases with every change of the account: of two balances, the one with the higher version is newer. */
  version: bigint
}

/** Calls of one company that are durable in the ledger, with the balance after them if it is known. */
export type ReleasedCalls = {
  companyId: string
  calls: readonly ReleasedCall[]
  balance?: Balance
}

export type ReleasedCall = {
  callId: string
  /** Tokens that the provider reported. An aborted call has no report and keeps its estimate in the window. */
  tokensUsed?: number
  /** How a stream ended whose first frame was sent. */
  stream?: 'completed' | 'abandoned'
  /** Left out if it is not known whether the call was charged. */
  charge?: ReleasedCharge | undefined
}

export type ReleasedCharge = {
  micros: bigint
  /** Version of the account after the charge; irrelevant for a charge of 0. */
  version: bigint
}

export const noCharge: ReleasedCharge = { micros: 0n, version: 0n }

export function toRate(limit: number, used: number, resetMs: number): Rate {
  return { limit, remaining: Math.max(0, limit - used), resetMs }
}

/** Caps the reservation at the limit, so that a call larger than the whole limit can still run, alone in its window. */
export function tokensToReserve(estimatedTokens: number, tpmLimit: number): number {
  const tokens = Math.ceil(estimatedTokens)
  return tpmLimit > 0 ? Math.min(tokens, tpmLimit) : tokens
}

// A billion credits. The sum of 9,000 such holds still fits the 64-bit integers of Redis and Postgres.
const heldMicrosMax = 1_000_000_000_000_000n

/** Caps the amount held: an absurd price must not produce a number that Redis or Postgres cannot add. */
export function toHeldMicros(estimateMicros: bigint): bigint {
  return estimateMicros < heldMicrosMax ? estimateMicros : heldMicrosMax
}
