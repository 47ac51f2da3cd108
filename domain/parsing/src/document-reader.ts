import type { ReadOutcome } from './read-outcome.ts'

/** Turns the bytes of a document into its visible text, or says why it cannot. */
export type DocumentReader = {
  /** Owners with waiting documents take turns; documents without an owner share one turn. */
  read(bytes: Uint8Array, owner?: string): Promise<ReadOutcome>
  [Symbol.asyncDispose](): Promise<void>
}
