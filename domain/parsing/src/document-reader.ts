import type { ReadOutcome } from './read-outcome.ts'

/** Turns the bytes of a document into its visible text, or says why not. */
export type DocumentReader = {
  /** Documents of several owners are read in turns; those without one have none to share with. */
  read(bytes: Uint8Array, owner?: string): Promise<ReadOutcome>
  [Symbol.asyncDispose](): Promise<void>
}
