import type { RefusalReason } from '../read-outcome.ts'

/** Aborts a deeply nested parser once a document must be refused; `readDocument` converts it into an outcome. */
export class RefusalError extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    super(`document refused: ${reason}`)
    this.name = 'RefusalError'
    this.reason = reason
  }
}
