// The copy of an answer that a retry with the same Idempotency-Key will get. Copying ends as soon as the answer is larger
// than what is kept, so that a long stream costs no more memory than a short one.
import type { AnswerRecord, NotKeptReason } from '@gatehouse/calls/call'

export type AnswerKeeping = {
  bytesMax: number
  /** The reason to record when the answer has more bytes. */
  otherwise: NotKeptReason
}

export class AnswerCopy {
  readonly #keeping: AnswerKeeping | undefined
  #parts: Buffer[] = []
  #bytes = 0
  readonly #reserve: (bytes: number) => void
  #isRefused = false

  /** Without an Idempotency-Key nothing is copied. What is copied is reserved first; what may not be is not kept. */
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
