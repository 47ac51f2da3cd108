import type { RefusalReason } from '../read-outcome.ts'

/** Leaves a deep parser as soon as a document is known to be refused; `readDocument` turns it into an outcome. */
export class RefusalError extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    super(`document refused: ${reason}`)
    this.name = 'RefusalError'
    this.reason = reason
  }
}
