import type { CallEnd, FinishedCall } from '@gatehouse/calls/call'
import { withoutAnswer } from './answer-bytes.ts'
import type { Settled } from './settler-options.ts'

/** A finished call on its way to the ledger, and the promise of its caller. */
export type Entry = {
  readonly call: FinishedCall
  readonly waiter: PromiseWithResolvers<Settled>
  readonly deadlineAtMs: number
  /** The caller was informed that the call is not charged, so it must not be. */
  isGivenUp: boolean
  /** Storing the answer delayed the charge, so the charge is made without it. */
  isWithoutAnswer?: boolean
  /** The client left before the charge was durable: the charge stands, and nothing remains to be delivered. */
  isDelivered?: boolean
}

const givenUpEnd: CallEnd = { kind: 'failed', reason: 'settle_unavailable' }

/**
 * The call to record: as not charged if it was given up, and without its answer if storing the answer delayed the
 * charge.
 */
export function callToRecord({ call, isGivenUp, isWithoutAnswer }: Entry): FinishedCall {
  if (isGivenUp) return { ...call, end: givenUpEnd }
  return isWithoutAnswer ? withoutAnswer(call) : call
}

export function isCharged(call: FinishedCall | undefined): boolean {
  return call?.end.kind === 'succeeded' && call.end.chargedMicros > 0n
}

/**
 * Calls that were rejected because too many were waiting. Their callers know that they are not charged; their records
 * must still be written, once the queue has capacity.
 */
export class RefusedCalls {
  readonly #calls = new Map<string, FinishedCall>()
  readonly #countMax: number

  constructor(countMax: number) {
    this.#countMax = countMax
  }

  has(callId: string): boolean {
    return this.#calls.has(callId)
  }

  /**
   * A call beyond the limit keeps its hold until the reaper closes it: after this process has ended, or has forgotten the
   * call an hour after its deadline.
   */
  keep(call: FinishedCall): void {
    if (this.#calls.size < this.#countMax) this.#calls.set(call.id, withoutAnswer(call))
  }

  /** `why` creates the error for a caller that tries to settle such a call again. */
  takeWhile(isRoom: () => boolean, push: (entry: Entry) => void, why: () => Error): void {
    for (const [id, call] of this.#calls) {
      if (!isRoom()) return
      this.#calls.delete(id)
      const waiter = Promise.withResolvers<Settled>()
      waiter.promise.catch(() => undefined)
      const isGivenUp = call.end.kind !== 'failed'
      if (isGivenUp) waiter.reject(why())
      push({ call, waiter, deadlineAtMs: Number.POSITIVE_INFINITY, isGivenUp })
    }
  }
}
