// The question whether a call may run, and its answers.
import type { CallOperation } from '@gatehouse/calls/call'

export type CallToAdmit = {
  /** UUIDv7, minted by the gateway for this call and never by its caller. */
  callId: string
  companyId: string
  keyId: string
  /** What is called: for the record of the call if its process dies. */
  operation: CallOperation
  alias: string
  /** What the call may cost at today's price. Not negative. */
  estimateMicros: bigint
  estimatedTokens: number
  /** How long the call may run, from now. */
  deadlineMs: number
  rpmLimit: number
  tpmLimit: number
  /** Streams are refused while too many of the key's or the company's were abandoned. */
  isStream?: boolean
}

/** The first check that fails answers: overdue and frozen, then credits, abandoned streams, requests, tokens. */
export type Admission =
  | { kind: 'admitted'; rates: Rates }
  | AccountRefusal
  | { kind: 'streams_abandoned'; retryAfterMs: number }
  | { kind: 'rate_limited'; what: 'requests' | 'tokens'; retryAfterMs: number; rates: Rates }

/** What the company's account forbids. Always read from Postgres after the call arrived, never from a cache. */
export type AccountRefusal =
  | { kind: 'overdue' }
  | { kind: 'frozen' }
  | { kind: 'insufficient_credits'; balanceMicros: bigint; heldMicros: bigint }

export type Rates = { requests: Rate; tokens: Rate }

export type Rate = {
  limit: number
  remaining: number
  /** Until nothing of the window is used any more. */
  resetMs: number
}

export type AddressAdmission =
  | { kind: 'admitted'; rate: Rate }
  | { kind: 'rate_limited'; retryAfterMs: number; rate: Rate }

export type Balance = {
  balanceMicros: bigint
  /** Rises with every change of the account: of two balances the one with the higher version is newer. */
  version: bigint
}

/** Calls of one company that are durable in the ledger, with the balance after them if it is known. */
export type FinishedCalls = {
  companyId: string
  calls: readonly FinishedCall[]
  balance?: Balance
}

export type FinishedCall = {
  callId: string
  /** What the provider reported. An aborted call has none and keeps its estimate in the window. */
  tokensUsed?: number
  /** What became of a stream whose first frame was sent. */
  stream?: 'completed' | 'abandoned'
}

export function toRate(limit: number, used: number, resetMs: number): Rate {
  return { limit, remaining: Math.max(0, limit - used), resetMs }
}

/** A call that asks for more than the whole limit can still run, alone in its window. */
export function tokensToReserve(estimatedTokens: number, tpmLimit: number): number {
  const tokens = Math.ceil(estimatedTokens)
  return tpmLimit > 0 ? Math.min(tokens, tpmLimit) : tokens
}
