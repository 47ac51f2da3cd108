// The charged calls of one lane whose answers are not known to be delivered. The lane's row in the ledger has the same
// list, so that the charges can be returned if this process dies.
import type { Clock } from '@gatehouse/runtime/clock'

/** Identifies the lane's row. */
export type LaneId = { processId: string; lane: number }

export type LaneMarks = LaneId & {
  /** A higher version replaces a lower one. */
  version: bigint
  /** Undefined leaves the row unchanged. */
  callIds: readonly string[] | undefined
}

// While calls are undelivered, as with a slow reader, the row is rewritten at least this often: a row that is not
// rewritten for much longer belongs to a dead process.
const rewriteEveryMs = 5_000
// No client takes this long to read the end of its answer, because the connection is closed long before.
const undeliveredMsMax = 3_600_000

/** What a process has delivered while the rows of its lanes still name it. */
export type LateDeliveries = { processId: string; version: bigint; callIds: readonly string[] }

// A batch that waits for no other one takes less.
const lateAfterMs = 150

export class DeliveryMarks {
  readonly #clock: Clock
  readonly #id: LaneId
  /** Call id → time of its charge. */
  readonly #undelivered = new Map<string, number>()
  /** Calls that were removed and that the row may still name. */
  #unrecorded: string[] = []
  /** No call in `#unrecorded` was removed before. */
  #unrecordedSinceMs = 0
  /** The number of calls, from the first of `#unrecorded`, that the write in flight omits. */
  #omitted = 0
  #version = 0n
  #isWritten = true
  #writtenAtMs = 0

  constructor(clock: Clock, id: LaneId) {
    this.#clock = clock
    this.#id = id
  }

  get isEmpty(): boolean {
    return this.#undelivered.size === 0
  }

  has(callId: string): boolean {
    return this.#undelivered.has(callId)
  }

  /** Adds calls that were charged durably; the row that names them was written in the same transaction. */
  add(callIds: readonly string[]): void {
    const nowMs = this.#clock.monotonicMs()
    for (const callId of callIds) this.#undelivered.set(callId, nowMs)
  }

  /** Removes a call that was delivered or whose charge was returned. Returns false if this lane did not charge it. */
  remove(callId: string): boolean {
    if (!this.#undelivered.delete(callId)) return false
    this.#isWritten = false
    if (this.#unrecorded.length === 0) this.#unrecordedSinceMs = this.#clock.monotonicMs()
    this.#unrecorded.push(callId)
    return true
  }

  /** Returns the row to store with the next write, including the calls that this write charges. */
  next(charged: readonly string[] = []): LaneMarks {
    if (charged.length === 0 && !this.isDue)
      return { ...this.#id, version: this.#version, callIds: undefined }
    this.#isWritten = true
    this.#omitted = this.#unrecorded.length
    this.#writtenAtMs = this.#clock.monotonicMs()
    this.#version += 1n
    return { ...this.#id, version: this.#version, callIds: [...this.#undelivered.keys(), ...charged] }
  }

  /** The row that `next` returned last is durable. */
  recorded(): void {
    this.#unrecorded.splice(0, this.#omitted)
    this.#unrecordedSinceMs = this.#writtenAtMs
    this.#omitted = 0
  }

  /** The last write may not have arrived, so the row must be written again. */
  writeAgain(): void {
    this.#isWritten = false
    this.#omitted = 0
  }

  /** The calls whose delivery is not recorded although it was reported a while ago. */
  late(): readonly string[] {
    return this.#clock.monotonicMs() - this.#unrecordedSinceMs >= lateAfterMs ? this.#unrecorded : []
  }

  /** Whether the row must be written even without a batch. */
  get isDue(): boolean {
    if (!this.#isWritten) return true
    return !this.isEmpty && this.#clock.monotonicMs() - this.#writtenAtMs >= rewriteEveryMs
  }

  /** Removes calls whose delivery was never reported: a bug, which must not make the row grow forever. */
  takeForgotten(): readonly string[] {
    const beforeMs = this.#clock.monotonicMs() - undeliveredMsMax
    const forgotten: string[] = []
    for (const [callId, sinceMs] of this.#undelivered) {
      if (sinceMs > beforeMs) break
      forgotten.push(callId)
    }
    for (const callId of forgotten) this.remove(callId)
    return forgotten
  }
}
