// The reasons for which the gateway refuses a call. The messages say what to do next; clients match on the codes in
// `error-envelope.ts`.
import type { FailureReason, NotKeptReason } from '@gatehouse/calls/call'
import { formatCredits } from '@gatehouse/credits/credit'
import type { EndedKey } from '@gatehouse/keys/key-ports'
import type { BudgetRefusal, BudgetScope } from '@gatehouse/limits/budgets'
import { Fault } from '@gatehouse/runtime/fault'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    gateway:
      | 'gateway.account_frozen'
      | 'gateway.budget_reached'
      | 'gateway.call_closed'
      | 'gateway.call_not_found'
      | 'gateway.caller_gone'
      | 'gateway.capability_mismatch'
      | 'gateway.catalog_missing'
      | 'gateway.clock_off'
      | 'gateway.company_suspended'
      | 'gateway.credits_insufficient'
      | 'gateway.document_unsupported'
      | 'gateway.document_without_text'
      | 'gateway.extraction_failed'
      | 'gateway.idempotency_conflict'
      | 'gateway.idempotency_in_progress'
      | 'gateway.invoice_overdue'
      | 'gateway.key_cap_reached'
      | 'gateway.key_invalid'
      | 'gateway.ledger_away'
      | 'gateway.ledger_not_durable'
      | 'gateway.model_not_allowed'
      | 'gateway.model_not_found'
      | 'gateway.origin_denied'
      | 'gateway.overloaded'
      | 'gateway.parameter_invalid'
      | 'gateway.provider_refused'
      | 'gateway.rate_limited'
      | 'gateway.routes_unavailable'
      | 'gateway.scope_denied'
      | 'gateway.streams_abandoned'
      | 'gateway.too_many_bytes'
  }
}

/**
 * One fault for a missing, malformed, unknown, revoked or expired key, so that it reveals nothing to an attacker. How a
 * known key ended is only in the context.
 */
export function keyInvalid(ended?: EndedKey): Fault {
  return new Fault({
    kind: 'unauthenticated',
    code: 'gateway.key_invalid',
    ...(ended && { context: { keyStatus: ended.status } }),
    publicMessage:
      'The API key is missing or not valid. Send "Authorization: Bearer <API_KEY>" with a live key.',
  })
}

/** The message does not give the reason: it is meant for the company's admins, and a key's holder may not be one. */
export function companySuspended(): Fault {
  return new Fault({
    kind: 'denied',
    code: 'gateway.company_suspended',
    publicMessage:
      'The company is suspended, so billable calls are refused. Its admins can read the reason in the company settings. ' +
      'Calls are possible again as soon as the suspension is lifted.',
  })
}

/**
 * Returns the fault for a call that the gateway aborted because its key ended or its company was suspended; undefined
 * for any other reason.
 */
export function cutFault(reason: FailureReason): Fault | undefined {
  if (reason === 'key_ended') return keyInvalid()
  return reason === 'company_suspended' ? companySuspended() : undefined
}

export function scopeDenied(scope: string): Fault {
  return new Fault({
    kind: 'denied',
    code: 'gateway.scope_denied',
    publicMessage: `This key lacks the scope ${scope}. Use a key that was created with it.`,
  })
}

/** The key has the right scope, but its creator limited it to its own usage. */
export function companyUsageDenied(): Fault {
  return new Fault({
    kind: 'denied',
    code: 'gateway.scope_denied',
    publicMessage:
      'This key may read only its own usage. Use a key that was created to read the usage of its company.',
  })
}

export function concernedCompanyDenied(header: string): Fault {
  return new Fault({
    kind: 'denied',
    code: 'gateway.scope_denied',
    publicMessage: `Only the platform itself may attribute a call to another company. Omit the header ${header}.`,
  })
}

/** For requests from a browser page whose origin is not allowed. */
export function originDenied(): Fault {
  return new Fault({
    kind: 'denied',
    code: 'gateway.origin_denied',
    publicMessage:
      'Pages of this origin may not call the gateway. MCP_ALLOWED_ORIGINS lists the allowed hosts.',
  })
}

export function bodyInvalid(message: string): Fault {
  return new Fault({ kind: 'invalid', code: 'http.body_invalid', publicMessage: message })
}

/** For a query parameter, or for the same argument of an MCP tool. */
export function parameterInvalid(parameter: string, message: string): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'gateway.parameter_invalid',
    publicMessage: message,
    context: { param: parameter },
  })
}

export function modelNotFound(alias: string): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'gateway.model_not_found',
    publicMessage: `There is no model ${JSON.stringify(alias.slice(0, 100))}. GET /models lists the models this key may call.`,
  })
}

/** Also returned for a call that another key made. */
export function callNotFound(): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'gateway.call_not_found',
    publicMessage: 'This key has made no such call. The id is the x-request-id of a call that has ended.',
  })
}

/** The gateway does not read the archive, and does not reveal whether the call exists. */
export function callArchived(): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'gateway.call_not_found',
    publicMessage:
      'Calls of that time are archived. An admin of the company finds the receipt by its id in the console.',
  })
}

export function modelNotAllowed(alias: string): Fault {
  return new Fault({
    kind: 'denied',
    code: 'gateway.model_not_allowed',
    publicMessage: `This key may not call ${alias}. GET /models lists the models it may call.`,
    context: { model: alias },
  })
}

export function capabilityMismatch(alias: string, path: string): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'gateway.capability_mismatch',
    publicMessage: `${alias} cannot be called at ${path}. Choose an alias that supports it.`,
  })
}

export function invoiceOverdue(): Fault {
  return new Fault({
    kind: 'denied',
    code: 'gateway.invoice_overdue',
    publicMessage: 'An invoice of the company is overdue. Calls are possible again as soon as it is paid.',
  })
}

/** Reconciliation found a difference, so charging stops until an operator has investigated. */
export function accountFrozen(): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'gateway.account_frozen',
    publicMessage: 'The credits of the company are being checked. Try again later.',
    retryAfterMs: 60_000,
  })
}

export function insufficientCredits(balanceMicros: bigint, heldMicros: bigint): Fault {
  return new Fault({
    kind: 'exhausted',
    code: 'gateway.credits_insufficient',
    publicMessage:
      `The company has ${formatCredits(balanceMicros)} credits, of which ${formatCredits(heldMicros)} are held ` +
      'for calls in flight. Top up under Profile, Billing, and send the call again.',
    context: { balanceMicros, heldMicros },
  })
}

/** The company set this limit itself, so topping up would not help. */
export function budgetReached(
  { scope, limitMicros, spentMicros, heldMicros }: BudgetRefusal,
  alias: string,
): Fault {
  const { limited, remedy } = budgetTexts(alias)[scope]
  return new Fault({
    kind: 'exhausted',
    code: scope === 'key' ? 'gateway.key_cap_reached' : 'gateway.budget_reached',
    publicMessage:
      `${limited} may spend ${formatCredits(limitMicros)} credits in a month; it has spent ` +
      `${formatCredits(spentMicros)}, and ${formatCredits(heldMicros)} are held for calls in flight. ` +
      `Topping up does not help: ${remedy}, or wait for the next month (UTC).`,
  })
}

function budgetTexts(alias: string): Record<BudgetScope, { limited: string; remedy: string }> {
  return {
    company: {
      limited: 'By its monthly budget, the company',
      remedy: "ask an admin to change the company's budget",
    },
    key: { limited: 'This key', remedy: 'use another key, ask an admin to raise the cap of this key' },
    alias: {
      limited: `By its monthly budget for ${alias}, the company`,
      remedy: `use another model, ask an admin to change the budget for ${alias}`,
    },
  }
}

export function rateLimited(what: string, limit: number, retryAfterMs: number): Fault {
  return new Fault({
    kind: 'exhausted',
    code: 'gateway.rate_limited',
    publicMessage: `More than ${limit} ${what} in a minute. Wait for the time in retry-after.`,
    retryAfterMs: Math.max(1, retryAfterMs),
  })
}

/** The key or its company abandoned too many streams, which are not charged. */
export function streamsAbandoned(retryAfterMs: number): Fault {
  return new Fault({
    kind: 'exhausted',
    code: 'gateway.streams_abandoned',
    publicMessage:
      'Too many streams were abandoned before their end, by this key or by others of the company. Read streams to their ' +
      'end, or send calls without stream. Streams are possible again when retry-after has passed.',
    retryAfterMs: Math.max(1, retryAfterMs),
  })
}

export function routesUnavailable(retryAfterMs: number, cause?: unknown): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'gateway.routes_unavailable',
    publicMessage: 'The model is not responding at the moment. Try again shortly.',
    cause,
    retryAfterMs: Math.max(1_000, retryAfterMs),
  })
}

export function catalogMissing(): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'gateway.catalog_missing',
    publicMessage: 'The gateway is starting and has not loaded its models yet. Try again shortly.',
    retryAfterMs: 1_000,
  })
}

/** Charges cannot be made durable at the moment, so no call may start. */
export function ledgerAway(): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'gateway.ledger_away',
    publicMessage: 'The gateway cannot record charges at the moment. Try again shortly.',
    retryAfterMs: 1_000,
  })
}

/** Postgres is configured so that it may lose charges it has confirmed. */
export function ledgerNotDurable(): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'gateway.ledger_not_durable',
    publicMessage: 'The gateway cannot record charges safely at the moment. Try again later.',
    retryAfterMs: 30_000,
  })
}

/** This process's clock has drifted, so the timestamps in new call ids would be wrong. */
export function clockOff(): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'gateway.clock_off',
    publicMessage: 'The clock of this gateway is wrong, so it refuses calls. Try again later.',
    retryAfterMs: 30_000,
  })
}

/** The call ran so long that it was presumed dead and recorded as failed. It is not charged. */
export function callClosed(): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'gateway.call_closed',
    publicMessage: 'The call took too long and was closed. Nothing was charged. Send it again.',
    retryAfterMs: 1_000,
  })
}

export function overloaded(): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'gateway.overloaded',
    publicMessage: 'The gateway has more calls than it can serve. Try again shortly.',
    retryAfterMs: 1_000,
  })
}

/** Calls in flight hold the maximum number of bytes of bodies and answers. */
export function tooManyBytes(whose: string, bytesMax: number): Fault {
  return new Fault({
    kind: 'exhausted',
    code: 'gateway.too_many_bytes',
    publicMessage:
      `The calls in flight of ${whose} hold more than ${Math.floor(bytesMax / 1_048_576)} MiB of bodies and answers. ` +
      'Send fewer large calls concurrently.',
    retryAfterMs: 1_000,
  })
}

export function idempotencyConflict(): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'gateway.idempotency_conflict',
    publicMessage: 'This Idempotency-Key was used with another body. Use a new one for a new call.',
  })
}

/** The call was answered and charged, but its answer cannot be replayed. Running it again would charge it again. */
export function answerNotKept(why: NotKeptReason): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'gateway.idempotency_conflict',
    publicMessage:
      `The call with this Idempotency-Key was answered and charged, but its answer was not kept: ${notKept[why]}. ` +
      'To make the call again, and pay for it again, use a new Idempotency-Key.',
  })
}

const notKept: Readonly<Record<NotKeptReason, string>> = {
  too_large: 'it exceeds the size limit for stored answers',
  quota: 'the company had reached its daily quota for stored answers',
  busy: 'too many large answers were being stored at the time',
}

export function idempotencyInProgress(): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'gateway.idempotency_in_progress',
    publicMessage: 'The call with this Idempotency-Key is still running. Try again shortly.',
    retryAfterMs: 1_000,
  })
}

/** The document exceeds one of the document limits: bytes, pages or characters. */
export function documentTooLarge(message: string): Fault {
  return new Fault({ kind: 'invalid', code: 'http.body_too_large', publicMessage: message })
}

export function documentUnsupported(message: string): Fault {
  return new Fault({ kind: 'invalid', code: 'gateway.document_unsupported', publicMessage: message })
}

export function documentWithoutText(message: string): Fault {
  return new Fault({ kind: 'invalid', code: 'gateway.document_without_text', publicMessage: message })
}

/** The model responded, but its output was unusable. The call is not charged. */
export function extractionFailed(): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'gateway.extraction_failed',
    publicMessage: 'The output of the model was unusable. Nothing was charged. Try another alias.',
  })
}
