// Checks a call against the limits: a precheck before expensive work, the admission, which takes the hold, and the
// counting of a replay. Overdue invoices, budgets, credits, request rate and token rate are checked in a single round
// trip.
import type { CallOperation } from '@gatehouse/calls/call'
import type { CallerKey } from '@gatehouse/keys/key-ports'
import type { Admission } from '@gatehouse/limits/admission'
import type { CallBudgets } from '@gatehouse/limits/budgets'
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
import type { Call, ReceivedCall } from '../call.ts'
import type { CallDeps } from '../call-deps.ts'
import { withFacts } from './refusal-facts.ts'

/** Takes the hold if the call is admitted. */
export function requestAdmission(
  limits: Pick<Limits, 'admit'>,
  call: Call,
  deadlineMs: number,
): Promise<Admission> {
  const { id, key, endpoint, entry, estimate } = call
  return limits.admit({
    callId: id,
    companyId: key.companyId,
    keyId: key.id,
    operation: endpoint.operation,
    alias: entry.alias,
    estimateMicros: estimate.micros,
    estimatedTokens: estimate.reservedTokens,
    deadlineMs,
    rpmLimit: key.rpmLimit,
    tpmLimit: key.tpmLimit,
    isStream: call.isStream && !call.isDryRun,
    budgets: budgetsOf(key, entry.alias),
  })
}

export type RefusedAdmission = Exclude<Admission, { kind: 'admitted' }>

export function refusalOf(admission: RefusedAdmission, alias: string): Fault {
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

/** A call whose body, which names the model, may not have been read. */
type CheckedCall = Pick<ReceivedCall, 'id' | 'key'> & { operation: CallOperation; alias?: string }

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
  { limits, answers }: Pick<CallDeps, 'limits' | 'answers'>,
  call: CheckedCall & Pick<ReceivedCall, 'idempotencyKey'>,
): Promise<void> {
  const refusal = await limits.preview(toCall(call))
  if (!refusal) return
  // Replaying a stored answer is not charged, so neither credits nor token limits apply to it.
  if (call.idempotencyKey !== undefined && (await answers.isKnown(call.key, call.idempotencyKey))) return
  throw withFacts(refusalOf(refusal, call.alias ?? ''), { model: call.alias ?? null })
}

/** Counts the replay of a stored answer against the key's request limit. */
export async function countReplay(
  { limits }: Pick<CallDeps, 'limits'>,
  { id, key, endpoint }: Call,
): Promise<void> {
  const refusal = await limits.countRequest(toCall({ id, key, operation: endpoint.operation }))
  if (refusal) throw refusalOf(refusal, '')
}

function toCall({ id, key, operation, alias = '' }: CheckedCall) {
  return {
    callId: id,
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

type LimitedKey = Pick<CallerKey, 'monthlyCreditCapMicros' | 'budgets'>

/** The hard budgets that limit a call: those of the company and the alias, and the key's monthly cap. */
export function budgetsOf(
  { monthlyCreditCapMicros: cap, budgets }: LimitedKey,
  alias: string,
): CallBudgets | undefined {
  if (cap === null && !budgets) return undefined
  const ofAlias = budgets?.aliases.get(alias)
  return {
    ...(budgets?.company !== undefined && { company: budgets.company }),
    ...(cap !== null && { key: cap }),
    ...(ofAlias !== undefined && { alias: ofAlias }),
  }
}
