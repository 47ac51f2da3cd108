// What the service, a reading process and the watcher thread of that process exchange.
import type { ReadOutcome } from '../read-outcome.ts'

/** Message from the service to a reading process. */
export type ReadRequest = { bytes: Uint8Array }

/** Message back to the service; the process exits after its last one. */
export type ReadReply = { outcome: ReadOutcome; isLast: boolean }

/**
 * Cells that the reading thread shares with its watcher: whether a document is being read (1 if so), and how much CPU
 * time the document may use.
 */
export const isReadingCell = 0
export const cpuMsMaxCell = 1
export const cellCount = 2

export type WatchSettings = { cells: Int32Array<SharedArrayBuffer>; memoryBytesMax: number }
