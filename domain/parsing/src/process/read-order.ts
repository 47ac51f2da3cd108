import type { ReadOutcome } from '../read-outcome.ts'

/** What the service sends to a reading process. */
export type ReadOrder = { bytes: Uint8Array }

/** What it gets back; after the last answer the process ends. */
export type ReadAnswer = { outcome: ReadOutcome; isLast: boolean }
