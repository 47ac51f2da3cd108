// A call that was admitted. It ends exactly once, and that end is recorded, whatever becomes of the answer.
import type { AnswerRecord, CallEnd, ParkReason, TokenUsage } from '@gatehouse/calls/call'
import { type PossibleUsage, isPossible } from '@gatehouse/calls/possible-usage'
import { priceCall } from '@gatehouse/credits/price-call'
import type { ApiKey } from '@gatehouse/keys/api-key'
import type { ServiceNames } from '@gatehouse/models/service-names'
import type { Rates } from '@gatehouse/limits/admission'
import type { AliasEntry } from '@gatehouse/models/alias'
import { assert } from '@gatehouse/runtime/assert'
import { callClosed } from '../gateway-faults.ts'
import type { Estimate } from './admission/admit-call.ts'
import type { ByteAccount } from './admission/byte-budget.ts'
import type { CapHold } from './admission/key-caps.ts'
import type { AnswerKeeping } from './answer/answer-copy.ts'
import type { Endpoint } from './endpoint.ts'
import type { InferenceDeps } from './inference-deps.ts'
import type { ModelCall } from './admission/read-model-call.ts'
import type { Timings } from './timings.ts'

/** What is known of any call that was admitted. */
export type AdmittedCall = {
  id: string
  entry: AliasEntry
  isStream: boolean
  key: ApiKey
  endpoint: Endpoint
  estimate: Estimate
  rates: Rates
  timings: Timings
  /** Of a call with an Idempotency-Key: how much of its answer is stored with its charge. */
  keeping: AnswerKeeping | undefined
  /** A usage report beyond it cannot be right, so the call is parked instead of charged. */
  possible: PossibleUsage
  bytes: ByteAccount
  /** For which company the platform makes this call. */
  concernedCompanyId: string | undefined
  /** Of a key with a monthly cap. */
  capHold: CapHold | undefined
}

/** One whose body goes to the provider. */
export type AdmittedModelCall = AdmittedCall & ModelCall

/** What came of charging a call that succeeded. */
export type Charge =
  | { kind: 'charged'; chargedMicros: bigint; balanceMicros: bigint | undefined }
  /** There is no price to charge, so a person has to look; the caller gets its answer. */
  | { kind: 'parked' }
  /** Not durable in time: there is no charge, and so there must be no answer. */
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
    try {
      const end = { kind: 'succeeded', usage, priceVersion, chargedMicros } as const
      const settled = await this.#settle(end, answer)
      timings.mark('settle')
      const isCharged = settled.kind === 'settled' || settled.status === 'SUCCEEDED'
      this.admitted.capHold?.end(isCharged ? chargedMicros : 0n)
      // The reaper took us for dead and closed it: it was not charged, and will not be.
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
      this.admitted.capHold?.end(0n)
      this.#end = { kind: 'failed', reason: 'settle_unavailable', usage }
      return { kind: 'unavailable', cause }
    }
  }

  /** The answer is with the socket, or its client is gone: the charge stands, even if this process dies now. */
  delivered(): void {
    if (this.#end?.kind === 'succeeded') this.#deps.settler.delivered(this.admitted.id)
  }

  /** The answer is delivered, and a person decides later what it costs. */
  park(reason: ParkReason, usage: TokenUsage): Charge {
    this.#dropClaim()
    this.admitted.capHold?.end(0n)
    this.#record({ kind: 'parked', reason, usage })
    return { kind: 'parked' }
  }

  /** Nobody waits for this record, and it is made all the same: the settler sends it until it is durable. */
  fail(end: Extract<CallEnd, { kind: 'failed' }>): void {
    this.#dropClaim()
    this.admitted.capHold?.end(0n)
    // Not at the end of the answer: a client that does not read may keep that from coming for half a minute.
    if (end.isAbandoned) this.#deps.metrics.observeStreamAbandoned()
    this.#record(end)
  }

  #record(end: CallEnd): void {
    this.#settle(end).catch(() => undefined)
  }

  #dropClaim(): void {
    if (this.admitted.keeping) this.#deps.answers.drop(this.admitted.id)
  }

  #settle(end: CallEnd, answer?: AnswerRecord) {
    assert(!this.#end, 'a call ends once')
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
