// Checks a call against the limits: a precheck before expensive work, the admission, which takes the hold, and the
// counting of a replay. Overdue invoices, budgets, credits, request rate and token rate are checked in a single round
// trip.
import type { CallOperation } from '@gatehouse/calls/call'
import type { CallerKey } from '@gatehouse/keys/key-ports'
import type { Admission } from '@gatehouse/limits/admission'
import type { CallBudgets } from '@gatehouse/limits/budgets'
import type { Limits } from '@gatehouse/limits/create-limits'
import { Fault } from '@gatehouse/runtime/fault'
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

/**
 * What is known about a refused call beyond the message to its caller. It travels in the fault's context, because a
 * refusal is thrown where the facts are known and recorded where the answer is sent.
 */
export type RefusalFacts = {
  model: string | null
  estimateMicros: bigint | null
  balanceMicros: bigint | null
  heldMicros: bigint | null
}

/** Adds facts to a refusal; anything else that was thrown is returned unchanged. */
export function withFacts(thrown: unknown, facts: Partial<RefusalFacts>): unknown {
  if (!(thrown instanceof Fault) || (thrown.kind !== 'denied' && thrown.kind !== 'exhausted')) return thrown
  const { kind, code, publicMessage, context, cause, retryAfterMs } = thrown
  return new Fault({
    kind,
    code,
    publicMessage,
    context: { ...facts, ...context },
    cause,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}

export function readFacts({ context }: Pick<Fault, 'context'>): RefusalFacts {
  const { model, estimateMicros, balanceMicros, heldMicros } = context
  return {
    model: typeof model === 'string' ? model : null,
    estimateMicros: typeof estimateMicros === 'bigint' ? estimateMicros : null,
    balanceMicros: typeof balanceMicros === 'bigint' ? balanceMicros : null,
    heldMicros: typeof heldMicros === 'bigint' ? heldMicros : null,
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
