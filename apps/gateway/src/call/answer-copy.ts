// Copies an answer for retries with the same Idempotency-Key. Copying stops once the answer exceeds the size limit, so
// a long stream takes no more memory than a short one.
import type { AnswerRecord, NotKeptReason } from '@gatehouse/calls/call'

export type AnswerKeeping = {
  bytesMax: number
  /** Reason recorded when the answer exceeds `bytesMax`. */
  otherwise: NotKeptReason
}

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
    const { bytesMax, otherwise } = this.#keeping
    if (this.#bytes > bytesMax) return { notKept: otherwise }
    if (this.#isRefused) return { notKept: 'busy' }
    return { contentType, body: Buffer.concat(this.#parts) }
  }
}
