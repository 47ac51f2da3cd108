// One billable call. The same record goes through all phases: it is received, then read (its alias, its estimate), then
// admitted (its limits, its claim of an Idempotency-Key), and it ends exactly once. The end is recorded even if the
// answer is never delivered.
import type { AnswerRecord, CallEnd, ParkReason, TokenUsage } from '@gatehouse/calls/call'
import { type PossibleUsage, isPossible, priceCall } from '@gatehouse/credits/price-call'
import type { RequestContext } from '@gatehouse/http/request-context'
import type { CallerKey } from '@gatehouse/keys/key-ports'
import type { Rates } from '@gatehouse/limits/admission'
import type { AliasEntry } from '@gatehouse/models/alias'
import type { ServiceNames } from '@gatehouse/models/service-names'
import { assert } from '@gatehouse/runtime/assert'
import { callClosed } from '../gateway-faults.ts'
import type { Estimate } from '../model/estimate-call.ts'
import type { ByteAccount } from './byte-budget.ts'
import type { AnswerKeeping, CallDeps } from './call-deps.ts'
import type { AnswerSink } from './client.ts'
import type { CallIdentity, Endpoint } from './endpoint.ts'
import type { Timings } from './timings.ts'

/** A call whose key is valid and has the required scope, and whose body has been read. */
export type ReceivedCall = {
  id: string
  key: CallerKey
  body: Buffer
  contentType: string | undefined
  context: RequestContext
  timings: Timings
  isDryRun: boolean
  idempotencyKey: string | undefined
  /** The memory that the call holds. */
  bytes: ByteAccount
  /** Company on whose behalf the platform makes the call. */
  concernedCompanyId?: string | undefined
  sink: AnswerSink
}

type CallRequest = {
  endpoint: Endpoint
  entry: AliasEntry
  isStream: boolean
  estimate: Estimate
  /** Largest plausible usage. A report beyond it cannot be right, so the call is parked instead of charged. */
  possible: PossibleUsage
  /** Time limit for the answer. */
  totalMs: number
  identity: CallIdentity
}

/** Outcome of charging a call that succeeded. */
export type Charge =
  | { kind: 'charged'; chargedMicros: bigint; balanceMicros: bigint | undefined }
  /** The call cannot be priced, so an operator decides on its charge; the caller still gets its answer. */
  | { kind: 'parked' }
  /** The charge did not become durable in time. There is no charge, so there must be no answer. */
  | { kind: 'unavailable'; cause: unknown }

type OwnDeps = Pick<CallDeps, 'settler' | 'answers' | 'names' | 'metrics'>

export class Call {
  readonly id: string
  readonly key: CallerKey
  readonly context: RequestContext
  readonly timings: Timings
  readonly isDryRun: boolean
  readonly idempotencyKey: string | undefined
  readonly bytes: ByteAccount
  readonly concernedCompanyId: string | undefined
  readonly sink: AnswerSink

  readonly endpoint: Endpoint
  readonly entry: AliasEntry
  readonly isStream: boolean
  readonly estimate: Estimate
  readonly totalMs: number
  readonly identity: CallIdentity
  readonly #possible: PossibleUsage

  /** What is left of the limits. Undefined until the call is admitted. */
  rates: Rates | undefined
  /** How much of the answer is stored with the charge; undefined without an Idempotency-Key. */
  keeping: AnswerKeeping | undefined

  readonly #deps: OwnDeps
  #end: CallEnd | undefined

  constructor(deps: OwnDeps, received: ReceivedCall, request: CallRequest) {
    this.#deps = deps
    this.id = received.id
    this.key = received.key
    this.context = received.context
    this.timings = received.timings
    this.isDryRun = received.isDryRun
    this.idempotencyKey = received.idempotencyKey
    this.bytes = received.bytes
    this.concernedCompanyId = received.concernedCompanyId
    this.sink = received.sink
    this.endpoint = request.endpoint
    this.entry = request.entry
    this.isStream = request.isStream
    this.estimate = request.estimate
    this.totalMs = request.totalMs
    this.identity = request.identity
    this.#possible = request.possible
  }

  get names(): ServiceNames {
    return this.#deps.names
  }

  get end(): CallEnd | undefined {
    return this.#end
  }

  /** Resolves when the charge is durable, or certain not to be made. */
  async charge(usage: TokenUsage, answer: AnswerRecord | undefined): Promise<Charge> {
    if (!isPossible(usage, this.#possible)) return this.park('usage_impossible', usage, answer)
    const priced = priceCall(usage, this.entry.price)
    if (priced.kind === 'unpriced') return this.park(priced.reason, usage, answer)
    const { chargedMicros, priceVersion } = priced
    // Otherwise the settlement of a stream would include the time in which it was relayed.
    this.timings.exclude()
    try {
      const end = { kind: 'succeeded', usage, priceVersion, chargedMicros } as const
      const settled = await this.#settle(end, answer)
      this.timings.mark('settle')
      const isCharged = settled.kind === 'settled' || settled.status === 'SUCCEEDED'
      // The reaper presumed this process dead and closed the call, so it was not charged and never will be.
      if (!isCharged) return this.#endUncharged(usage, callClosed())
      const balanceMicros = settled.kind === 'settled' ? settled.balanceMicros : undefined
      return { kind: 'charged', chargedMicros, balanceMicros }
    } catch (cause) {
      return this.#endUncharged(usage, cause)
    }
  }

  /** Records that the socket has the answer or the client is gone: the charge then stands even if this process dies. */
  delivered(): void {
    if (this.#end?.kind === 'succeeded') this.#deps.settler.delivered(this.id)
  }

  /**
   * Leaves the charge to an operator, who decides it later; the caller still gets its answer, and so does a retry, which
   * would otherwise run and be charged beside it.
   */
  park(reason: ParkReason, usage: TokenUsage, answer: AnswerRecord | undefined): Charge {
    // A claim that has its answer by then is not dropped.
    void this.#record({ kind: 'parked', reason, usage }, answer).then(() => this.#dropClaim())
    return { kind: 'parked' }
  }

  /** Records the failure in the background: the settler retries until the record is durable. */
  fail(end: Extract<CallEnd, { kind: 'failed' }>): void {
    this.#dropClaim()
    // Counted here, not at the end of the answer, which a client that does not read can delay by half a minute.
    if (end.isAbandoned) this.#deps.metrics.observeStreamAbandoned()
    void this.#record(end)
  }

  #endUncharged(usage: TokenUsage, cause: unknown): Charge {
    this.#dropClaim()
    this.#end = { kind: 'failed', reason: 'settle_unavailable', usage }
    return { kind: 'unavailable', cause }
  }

  async #record(end: CallEnd, answer?: AnswerRecord): Promise<void> {
    await this.#settle(end, answer).catch(() => undefined)
  }

  #dropClaim(): void {
    if (this.keeping) this.#deps.answers.drop({ callId: this.id, companyId: this.key.companyId })
  }

  #settle(end: CallEnd, answer?: AnswerRecord) {
    assert(!this.#end, 'a call ends exactly once')
    this.#end = end
    const { concernedCompanyId } = this
    return this.#deps.settler.settle({
      id: this.id,
      companyId: this.key.companyId,
      keyId: this.key.id,
      alias: this.entry.alias,
      operation: this.endpoint.operation,
      end,
      heldMicros: this.estimate.micros,
      isStream: this.isStream,
      durationMs: this.timings.elapsedMs(),
      ...(concernedCompanyId !== undefined && { concernedCompanyId }),
      ...(answer && { answer }),
    })
  }
}
