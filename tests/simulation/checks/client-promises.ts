// Tracks what each client saw and checks that it was charged accordingly: the product's promise, seen from outside.
import { type Host, epochMs } from '../engine/host.ts'
import type { Scheduler } from '../engine/scheduler.ts'
import type { Tables } from '../servers/tables.ts'
import type { AdmissionAudit } from './admission-audit.ts'

type ClientView =
  | 'waiting'
  /** The client has the complete answer: a stream with [DONE], or a JSON body. */
  | 'done'
  /** The client was informed that the call failed and costs nothing. */
  | 'error'
  /** The call was not admitted, or the ledger could not be reached. */
  | 'refused'
  /** The client hung up. */
  | 'gone'
  /** The connection broke because the process died. */
  | 'cut'
  /** The client got the stored answer of an earlier call. */
  | 'replayed'

type SeenCall = {
  readonly host: Host
  readonly retryOf: string | undefined
  readonly arrivedAtMs: number
  view: ClientView
  seenAtMs: number
  /** Price of the call, once the provider's usage has been sent. */
  costMicros: bigint | undefined
  hasUsage: boolean
}

// Deliveries are recorded within half a second by a transaction that takes up to a second, or after one that failed.
const recordedAfterMs = 1_500
// A claim that could not be dropped expires with the deadline of its call.
const claimMsMax = 75_000

/** The client was not given the whole answer, or did not wait for it. */
const brokenOff: ReadonlySet<SeenCall['view']> = new Set(['cut', 'gone', 'refused'])

export class ClientPromises {
  readonly #scheduler: Scheduler
  readonly #audit: AdmissionAudit
  readonly #tables: () => Tables
  readonly #calls = new Map<string, SeenCall>()
  /** Calls whose stored answer a retry has got. */
  readonly #replayed = new Set<string>()
  #waiting = 0

  constructor(scheduler: Scheduler, audit: AdmissionAudit, tables: () => Tables) {
    this.#scheduler = scheduler
    this.#audit = audit
    this.#tables = tables
  }

  get waiting(): number {
    return this.#waiting
  }

  viewOf(callId: string): ClientView | undefined {
    return this.#calls.get(callId)?.view
  }

  /** `retryOf` names what all attempts with one Idempotency-Key have in common. */
  arrive(callId: string, host: Host, retryOf: string | undefined): void {
    this.#waiting += 1
    this.#calls.set(callId, {
      host,
      retryOf,
      arrivedAtMs: this.#scheduler.nowMs,
      view: 'waiting',
      seenAtMs: 0,
      costMicros: undefined,
      hasUsage: false,
    })
  }

  hasUsage(callId: string): boolean {
    return this.#calls.get(callId)?.hasUsage ?? false
  }

  sawUsage(callId: string, costMicros: bigint | undefined): void {
    const call = this.#calls.get(callId)
    if (call) Object.assign(call, { costMicros, hasUsage: true })
  }

  see(callId: string, view: Exclude<ClientView, 'waiting'>): void {
    const call = this.#calls.get(callId)
    if (call?.view !== 'waiting') return
    this.#waiting -= 1
    call.view = view
    call.seenAtMs = this.#scheduler.nowMs
    this.#scheduler.record('client', () => `of ${callId}: ${view}`)
    if (view === 'done' && !this.#isReturnStated(callId, call)) this.#checkDone(callId, call)
  }

  /** A stored answer is that of a call that was charged, or parked, and is not charged again. */
  sawReplay(callId: string, originalId: string): void {
    this.see(callId, 'replayed')
    this.#replayed.add(originalId)
    const original = this.#tables().ledger.callById.get(originalId)
    const isAnswered = original?.status === 'SUCCEEDED' || original?.status === 'PARKED'
    if (!isAnswered || this.#netMicros(originalId) !== original.chargedMicros)
      this.#scheduler.violate(`${callId} got the answer of ${originalId}, which is not charged`)
  }

  /** A retry may be refused because the first call runs, but not long after it has ended. */
  refusedAsRunning(callId: string): void {
    const { retryOf, arrivedAtMs = 0 } = this.#calls.get(callId) ?? {}
    for (const [other, { retryOf: name, view, seenAtMs }] of this.#calls) {
      if (other === callId || name !== retryOf) continue
      if (view === 'waiting' || arrivedAtMs - seenAtMs <= claimMsMax) return
    }
    this.#scheduler.violate(`${callId} was refused because an earlier call runs, which has ended`)
  }

  processDied(host: Host): void {
    for (const [callId, call] of this.#calls) if (call.host === host) this.see(callId, 'cut')
  }

  /** At the end of a simulation: every client was informed correctly. */
  checkAtRest(): void {
    const chargedTries = new Map<string, string>()
    for (const [callId, call] of this.#calls) {
      this.#checkOne(callId, call)
      if (this.#replayed.has(callId) && this.#netMicros(callId) !== (call.costMicros ?? 0n))
        this.#scheduler.violate(`a retry got the answer of ${callId}, whose charge was returned`)
      if (call.retryOf === undefined || this.#netMicros(callId) === 0n) continue
      const other = chargedTries.get(call.retryOf)
      if (other !== undefined)
        this.#scheduler.violate(`${callId} and ${other} have one Idempotency-Key, and both are charged`)
      chargedTries.set(call.retryOf, callId)
    }
  }

  #checkOne(callId: string, call: SeenCall): void {
    const netMicros = this.#netMicros(callId)
    const charged = `but was charged ${netMicros}`
    switch (call.view) {
      case 'done':
        if (netMicros === 0n && this.#isReturnStated(callId, call))
          this.#audit.except('delivered and returned')
        else this.#checkDone(callId, call)
        break
      case 'refused':
      case 'replayed':
        if (netMicros !== 0n) this.#scheduler.violate(`${callId} saw ${call.view}, ${charged}`)
        break
      case 'cut':
      case 'error':
        // Nothing was charged, or the charge is returned, unless a retry has got the answer.
        if (netMicros === 0n || (netMicros === call.costMicros && this.#replayed.has(callId))) break
        if (this.#isKeptForRetry(callId, call)) this.#audit.except('answer kept for a retry')
        else this.#scheduler.violate(`${callId} (${call.view}) got no answer, ${charged}`)
        break
      case 'gone':
        // Either nothing was charged or exactly the price, if the answer was complete although its client was gone.
        if (netMicros !== 0n && netMicros !== call.costMicros)
          this.#scheduler.violate(`${callId} (${call.view}) costs ${call.costMicros}, ${charged}`)
        break
      case 'waiting':
        this.#scheduler.violate(`the client of ${callId} waits forever`)
        break
    }
  }

  #isKeptForRetry(callId: string, { retryOf, costMicros }: SeenCall): boolean {
    if (retryOf === undefined || this.#netMicros(callId) !== costMicros) return false
    const isRetryBrokenOff = ([other, call]: [string, SeenCall]) =>
      other !== callId && call.retryOf === retryOf && brokenOff.has(call.view)
    return this.#tables().answers.isStored(callId) && [...this.#calls].some(isRetryBrokenOff)
  }

  /** The charge was returned because the process died, or did not run, between the charge and the record of the delivery. */
  #isReturnStated(callId: string, { host, seenAtMs, costMicros }: SeenCall): boolean {
    const { returned, settledAtMs } = this.#tables()
    if (!returned.has(callId) || costMicros === 0n) return false
    const chargedAtMs = (settledAtMs.get(callId) ?? 0) - epochMs
    const stalls = host.stalls.filter(({ untilMs }) => untilMs >= chargedAtMs)
    const stoppedAtMs = Math.min(host.diedAtMs, ...stalls.map(({ fromMs }) => fromMs))
    const troubles = host.postgresTroubleAtMs.filter((atMs) => atMs <= stoppedAtMs)
    return stoppedAtMs - Math.max(seenAtMs, ...troubles) <= recordedAfterMs
  }

  #checkDone(callId: string, { costMicros, hasUsage }: SeenCall): void {
    const call = this.#tables().ledger.callById.get(callId)
    // A call without a price is recorded in the background; an operator decides on its charge.
    if (costMicros === undefined && hasUsage && this.#netMicros(callId) === 0n) return
    if (call?.status !== 'SUCCEEDED' || this.#netMicros(callId) !== costMicros) {
      const charged = call ? `${call.status} for ${this.#netMicros(callId)}` : 'not recorded'
      this.#scheduler.violate(`${callId} saw its whole answer and costs ${costMicros}, but is ${charged}`)
    }
  }

  /** Amount that a call was charged and not refunded. */
  #netMicros(callId: string): bigint {
    const { callById, transferByKey } = this.#tables().ledger
    const givenBack = transferByKey.get(`giveback:${callId}`)?.amountMicros ?? 0n
    return (callById.get(callId)?.chargedMicros ?? 0n) - givenBack
  }
}
