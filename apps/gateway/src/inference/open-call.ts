// An admitted call. It ends exactly once, and that end is recorded even if the answer is never delivered.
import type { AnswerRecord, CallEnd, ParkReason, TokenUsage } from '@gatehouse/calls/call'
import { type PossibleUsage, isPossible } from '@gatehouse/calls/possible-usage'
import { priceCall } from '@gatehouse/credits/price-call'
import type { ApiKey } from '@gatehouse/keys/api-key'
import type { ServiceNames } from '@gatehouse/models/service-names'
import type { Rates } from '@gatehouse/limits/admission'
import type { AliasEntry } from '@gatehouse/models/alias'
import { assert } from '@gatehouse/runtime/assert'
import { callClosed } from '../gateway-faults.ts'
import type { Estimate } from './admission/estimate-call.ts'
import type { ByteAccount } from './admission/byte-budget.ts'
import type { AnswerKeeping } from './answer/answer-copy.ts'
import type { Endpoint } from './endpoint.ts'
import type { InferenceDeps } from './inference-deps.ts'
import type { ModelCall } from './admission/read-model-call.ts'
import type { Timings } from './timings.ts'

/** The part of an admitted call that does not depend on its kind. */
export type AdmittedCall = {
  id: string
  entry: AliasEntry
  isStream: boolean
  key: ApiKey
  endpoint: Endpoint
  estimate: Estimate
  rates: Rates
  timings: Timings
  /** How much of the answer is stored with the charge; undefined without an Idempotency-Key. */
  keeping: AnswerKeeping | undefined
  /** Largest plausible usage. A report beyond it cannot be right, so the call is parked instead of charged. */
  possible: PossibleUsage
  bytes: ByteAccount
  /** Company on whose behalf the platform makes this call. */
  concernedCompanyId: string | undefined
}

/** An admitted call whose body is sent to the provider. */
export type AdmittedModelCall = AdmittedCall & ModelCall

/** Outcome of charging a call that succeeded. */
export type Charge =
  | { kind: 'charged'; chargedMicros: bigint; balanceMicros: bigint | undefined }
  /** The call cannot be priced, so an operator decides on its charge; the caller still gets its answer. */
  | { kind: 'parked' }
  /** The charge did not become durable in time. There is no charge, so there must be no answer. */
  | { kind: 'unavailable'; cause: unknown }

type OpenCallDeps = Pick<InferenceDeps, 'settler' | 'limits' | 'answers' | 'names' | 'metrics'>

export class OpenCall<Call extends AdmittedCall = AdmittedModelCall> {
  readonly admitted: Call
  readonly #deps: OpenCallDeps
  #end: CallEnd | undefined

  constructor(deps: OpenCallDeps, admitted: Call) {
    this.#deps = deps
    this.admitted = admitted
  }

  get names(): ServiceNames {
    return this.#deps.names
  }

  get end(): CallEnd | undefined {
    return this.#end
  }

  /** Resolves when the charge is durable, or certain not to be made. */
  async charge(usage: TokenUsage, answer: AnswerRecord | undefined): Promise<Charge> {
    if (!isPossible(usage, this.admitted.possible)) return this.park('usage_impossible', usage)
    const priced = priceCall(usage, this.admitted.entry.price)
    if (priced.kind === 'unpriced') return this.park(priced.reason, usage)
    const { chargedMicros, priceVersion } = priced
    const { timings } = this.admitted
    // Otherwise the settlement of a stream would include the time in which it was relayed.
    timings.exclude()
    try {
      const end = { kind: 'succeeded', usage, priceVersion, chargedMicros } as const
      const settled = await this.#settle(end, answer)
      timings.mark('settle')
      const isCharged = settled.kind === 'settled' || settled.status === 'SUCCEEDED'
      // The reaper presumed this process dead and closed the call, so it was not charged and never will be.
      if (!isCharged) {
        this.#dropClaim()
        this.#end = { kind: 'failed', reason: 'settle_unavailable', usage }
        return { kind: 'unavailable', cause: callClosed() }
      }
      return {
        kind: 'charged',
        chargedMicros,
        balanceMicros: settled.kind === 'settled' ? settled.balanceMicros : undefined,
      }
    } catch (cause) {
      this.#dropClaim()
      this.#end = { kind: 'failed', reason: 'settle_unavailable', usage }
      return { kind: 'unavailable', cause }
    }
  }

  /** Records that the socket has the answer or the client is gone: the charge then stands even if this process dies. */
  delivered(): void {
    if (this.#end?.kind === 'succeeded') this.#deps.settler.delivered(this.admitted.id)
  }

  /** Leaves the charge to an operator, who decides it later; the caller still gets its answer. */
  park(reason: ParkReason, usage: TokenUsage): Charge {
    this.#dropClaim()
    this.#record({ kind: 'parked', reason, usage })
    return { kind: 'parked' }
  }

  /** Records the failure in the background: the settler retries until the record is durable. */
  fail(end: Extract<CallEnd, { kind: 'failed' }>): void {
    this.#dropClaim()
    // Counted here, not at the end of the answer, which a client that does not read can delay by half a minute.
    if (end.isAbandoned) this.#deps.metrics.observeStreamAbandoned()
    this.#record(end)
  }

  #record(end: CallEnd): void {
    this.#settle(end).catch(() => undefined)
  }

  #dropClaim(): void {
    const { id: callId, key, keeping } = this.admitted
    if (keeping) this.#deps.answers.drop({ callId, companyId: key.companyId })
  }

  #settle(end: CallEnd, answer?: AnswerRecord) {
    assert(!this.#end, 'a call ends exactly once')
    this.#end = end
    const { id, key, endpoint, entry, estimate, timings, isStream } = this.admitted
    const { concernedCompanyId } = this.admitted
    return this.#deps.settler.settle({
      id,
      companyId: key.companyId,
      keyId: key.id,
      alias: entry.alias,
      operation: endpoint.operation,
      end,
      heldMicros: estimate.micros,
      isStream,
      durationMs: timings.elapsedMs(),
      ...(concernedCompanyId !== undefined && { concernedCompanyId }),
      ...(answer && { answer }),
    })
  }
}
