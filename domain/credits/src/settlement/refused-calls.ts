import type { FinishedCall } from '@gatehouse/calls/call'
import { withoutAnswer } from './answer-bytes.ts'
import type { Entry } from './entry.ts'
import type { Settled } from './settler-options.ts'

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

  get size(): number {
    return this.#calls.size
  }

  /** Calls beyond the limit are closed by the reaper after this process has ended. */
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
