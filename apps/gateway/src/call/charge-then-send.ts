// The promise of the gateway: the last byte of an answer is sent only when its charge is durable, or when it is certain
// that there is none. JSON answers, parses and the end of a stream all come here, and no other file ends an answer.
import type { AnswerRecord, TokenUsage } from '@gatehouse/calls/call'
import { formatCredits } from '@gatehouse/credits/credit'
import type { Rate } from '@gatehouse/limits/admission'
import type { ServiceNames } from '@gatehouse/models/service-names'
import { assert } from '@gatehouse/runtime/assert'
import { Fault } from '@gatehouse/runtime/fault'
import { toErrorEnvelope } from '../error-envelope.ts'
import { routesUnavailable } from '../gateway-faults.ts'
import type { Call, Charge } from './call.ts'
import type { AnswerKeeping } from './call-deps.ts'
import type { Client } from './client.ts'

export const jsonType = 'application/json; charset=utf-8'

export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Proxies must not cache, compress or buffer a stream: every frame must arrive when it is sent.
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

/** The end of an answer: all of it, or the frames of a stream that were held back. */
type LastPart = {
  bytes: Buffer
  contentType: string
  usage: TokenUsage | 'none'
  /** Copy of what was sent before. */
  copy?: AnswerCopy
  /** False if a part of the usage is implausible; the call is then parked. */
  isPlausible?: boolean
  /** Runs when the charge is decided, before the answer is sent. */
  onDecided?: (charge: Charge | undefined) => void | Promise<void>
}

/** Throws if the call could not be charged: nothing more of the answer may then be sent. */
export async function chargeThenSend(call: Call, client: Client, part: LastPart): Promise<void> {
  const { bytes, contentType } = part
  const charge = await decideCharge(call, part)
  await part.onDecided?.(charge)
  if (charge?.kind === 'unavailable') {
    throw charge.cause instanceof Fault ? charge.cause : routesUnavailable(0, charge.cause)
  }
  if (!client.isHeadSent) {
    const headers = callHeaders(call)
    headers['content-type'] = contentType
    headers['content-length'] = bytes.length
    addChargeHeaders(headers, call.names, charge)
    client.sendHead(200, headers)
  }
  await client.end(bytes)
}

/** Returns undefined if the answer has no usage, and so no charge. */
async function decideCharge(
  call: Call,
  { bytes, contentType, usage, copy = new AnswerCopy(call.keeping), isPlausible = true }: LastPart,
): Promise<Charge | undefined> {
  if (usage === 'none') {
    call.fail({ kind: 'failed', reason: 'no_usage' })
    return undefined
  }
  copy.add(bytes)
  const answer = copy.toRecord(contentType)
  return isPlausible ? call.charge(usage, answer) : call.park('usage_impossible', usage, answer)
}

/**
 * Copies an answer, so that it is stored with its charge for retries with the same Idempotency-Key. Copying stops once
 * the answer exceeds the size limit, so a long stream takes no more memory than a short one.
 */
export class AnswerCopy {
  readonly #keeping: AnswerKeeping | undefined
  #parts: Buffer[] = []
  #bytes = 0
  readonly #reserve: (bytes: number) => void
  #isRefused = false

  /**
   * Copies nothing without an Idempotency-Key. Bytes are reserved before they are copied; if `reserve` throws, the
   * answer is not kept.
   */
  constructor(keeping: AnswerKeeping | undefined, reserve: (bytes: number) => void = () => undefined) {
    this.#keeping = keeping
    this.#reserve = reserve
  }

  add(...parts: readonly Buffer[]): void {
    if (!this.#keeping) return
    for (const part of parts) this.#bytes += part.length
    if (this.#bytes <= this.#keeping.bytesMax && this.#mayKeep(parts)) this.#parts.push(...parts)
    else this.#parts = []
  }

  #mayKeep(parts: readonly Buffer[]): boolean {
    if (this.#isRefused) return false
    try {
      for (const { length } of parts) this.#reserve(length)
      return true
    } catch {
      this.#isRefused = true
      return false
    }
  }

  toRecord(contentType: string): AnswerRecord | undefined {
    if (!this.#keeping) return undefined
    const { bytesMax, reserve } = this.#keeping
    if (this.#bytes > bytesMax) return { notKept: 'too_large' }
    if (this.#isRefused) return { notKept: 'busy' }
    if (!reserve(this.#bytes)) return { notKept: 'quota' }
    return { contentType, body: Buffer.concat(this.#parts) }
  }
}

/**
 * Ends an answer with an error after its head has been sent, when a status can no longer be sent. The call must have
 * failed. `[DONE]` does not follow, so that the client sees that the answer is incomplete.
 */
export async function sendErrorFrame(call: Call, client: Client, fault: Fault): Promise<void> {
  assert(call.end && call.end.kind !== 'succeeded', 'an answer that ends with an error is not charged')
  await client.end(Buffer.from(`data: ${toErrorEnvelope(fault, call.id).body}\n\n`))
}

/** Sends the provider's refusal of a request, for which the call must have failed. */
export async function sendRefusal(
  call: Call,
  client: Client,
  { status, envelope }: { status: number; envelope: string },
): Promise<void> {
  assert(call.end?.kind === 'failed', 'a refused call is not charged')
  if (client.isHeadSent) return client.end(Buffer.from(`data: ${envelope}\n\n`))
  const bytes = Buffer.from(envelope)
  client.sendHead(status, {
    'content-type': jsonType,
    'content-length': bytes.length,
    'x-should-retry': 'false',
    ...callHeaders(call),
  })
  return client.end(bytes)
}

/** The provider's own headers are never forwarded, because they would reveal the provider. */
export function callHeaders({ id, rates, timings }: Call): Record<string, string | number> {
  assert(rates, 'only an admitted call is answered')
  return {
    'x-request-id': id,
    'x-ratelimit-limit-requests': rates.requests.limit,
    'x-ratelimit-remaining-requests': rates.requests.remaining,
    'x-ratelimit-reset-requests': formatReset(rates.requests),
    'x-ratelimit-limit-tokens': rates.tokens.limit,
    'x-ratelimit-remaining-tokens': rates.tokens.remaining,
    'x-ratelimit-reset-tokens': formatReset(rates.tokens),
    'server-timing': timings.toHeader(),
  }
}

function addChargeHeaders(
  headers: Record<string, string | number>,
  names: ServiceNames,
  charge: Charge | undefined,
): void {
  const { chargedMicros, balanceMicros } =
    charge?.kind === 'charged' ? charge : { chargedMicros: 0n, balanceMicros: undefined }
  headers[names.header('credits-charged')] = formatCredits(chargedMicros)
  if (balanceMicros !== undefined) headers[names.header('credits-balance')] = formatCredits(balanceMicros)
}

/** Formats a duration as the wire format does: 12ms, 1.5s, 6m0s. */
function formatReset({ resetMs }: Rate): string {
  const ms = Math.ceil(resetMs)
  if (ms < 1_000) return `${ms}ms`
  const minutes = Math.floor(ms / 60_000)
  const seconds = Math.ceil((ms % 60_000) / 10) / 100
  return minutes > 0 ? `${minutes}m${seconds}s` : `${seconds}s`
}
