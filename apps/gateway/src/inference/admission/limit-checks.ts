// Checks a call against the limits: a precheck before expensive work, the admission, which takes the hold, and the
// counting of a replay. Overdue invoices, budgets, credits, request rate and token rate are checked in a single round
// trip.
import type { CallOperation } from '@gatehouse/calls/call'
import type { CallerKey } from '@gatehouse/keys/key-ports'
import type { Admission } from '@gatehouse/limits/admission'
import type { Limits } from '@gatehouse/limits/create-limits'
import type { Fault } from '@gatehouse/runtime/fault'
import {
  accountFrozen,
  budgetReached,
  insufficientCredits,
  invoiceOverdue,
  rateLimited,
  streamsAbandoned,
} from '../../gateway-faults.ts'
import type { Endpoint } from '../endpoint.ts'
import type { InferenceDeps } from '../inference-deps.ts'
import { budgetsOf } from './call-budgets.ts'
import type { Estimate } from './estimate-call.ts'
import { withFacts } from './refusal-facts.ts'

export type EstimatedCall = {
  callId: string
  key: CallerKey
  endpoint: Endpoint
  alias: string
  estimate: Estimate
  deadlineMs: number
  isStream?: boolean
}

/** Takes the hold if the call is admitted. */
export function requestAdmission(limits: Pick<Limits, 'admit'>, call: EstimatedCall): Promise<Admission> {
  const { callId, key, endpoint, alias, estimate, deadlineMs, isStream = false } = call
  return limits.admit({
    callId,
    companyId: key.companyId,
    keyId: key.id,
    operation: endpoint.operation,
    alias,
    estimateMicros: estimate.micros,
    estimatedTokens: estimate.reservedTokens,
    deadlineMs,
    rpmLimit: key.rpmLimit,
    tpmLimit: key.tpmLimit,
    isStream,
    budgets: budgetsOf(key, alias),
  })
}

export type RefusedAdmission = Exclude<Admission, { kind: 'admitted' }>

export function refusalOf(admission: RefusedAdmission, { alias }: Pick<EstimatedCall, 'alias'>): Fault {
  switch (admission.kind) {
    case 'overdue':
      return invoiceOverdue()
    case 'frozen':
      return accountFrozen()
    case 'budget_reached':
      return budgetReached(admission, alias)
    case 'insufficient_credits':
      return insufficientCredits(admission.balanceMicros, admission.heldMicros)
    case 'streams_abandoned':
      return streamsAbandoned(admission.retryAfterMs)
    case 'rate_limited': {
      const { what, rates, retryAfterMs } = admission
      return rateLimited(`${what} of this key`, rates[what].limit, retryAfterMs)
    }
  }
}

export type CallToPrecheck = {
  callId: string
  key: CallerKey
  operation: CallOperation
  idempotencyKey: string | undefined
  /** Undefined while the body, which names the model, has not been read. */
  alias?: string
}

/**
 * A body of at least this size is read only if the call may be admitted. Smaller bodies keep the documented order of
 * checks.
 */
export const largeBodyBytes = 256 * 1024

/**
 * Throws if the call would be refused regardless of its body. Runs before expensive work: reading a large body or a
 * document. The admission, which takes the hold, still follows.
 */
export async function precheckCall(
  { limits, answers }: Pick<InferenceDeps, 'limits' | 'answers'>,
  call: CallToPrecheck,
): Promise<void> {
  const refusal = await limits.preview(toCall(call))
  if (!refusal) return
  // Replaying a stored answer is not charged, so neither credits nor token limits apply to it.
  if (call.idempotencyKey !== undefined && (await answers.isKnown(call.key, call.idempotencyKey))) return
  throw withFacts(refusalOf(refusal, { alias: call.alias ?? '' }), { model: call.alias ?? null })
}

/** Counts the replay of a stored answer against the key's request limit. */
export async function countReplay(
  { limits }: Pick<InferenceDeps, 'limits'>,
  call: Omit<CallToPrecheck, 'idempotencyKey'>,
): Promise<void> {
  const refusal = await limits.countRequest(toCall(call))
  if (refusal) throw refusalOf(refusal, { alias: '' })
}

function toCall({ callId, key, operation, alias = '' }: Omit<CallToPrecheck, 'idempotencyKey'>) {
  return {
    callId,
    companyId: key.companyId,
    keyId: key.id,
    operation,
    alias,
    estimateMicros: 0n,
    // Every call uses at least one token.
    estimatedTokens: 1,
    deadlineMs: 0,
    rpmLimit: key.rpmLimit,
    tpmLimit: key.tpmLimit,
    budgets: budgetsOf(key, alias),
  }
}
