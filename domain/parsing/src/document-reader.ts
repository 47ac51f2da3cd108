import type { ReadOutcome } from './read-outcome.ts'

/** Turns the bytes of a document into its visible text, or says why not. */
export type DocumentReader = {
  read(bytes: Uint8Array): Promise<ReadOutcome>
  [Symbol.asyncDispose](): Promise<void>
}
