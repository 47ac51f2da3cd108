// Decides from two looks at a connection whether its client reads what is sent to it.

export type ReadingLimits = {
  /** Longest time in which a client may take no byte of what waits for it. */
  stallMs: number
}

/** What is known of a connection on which bytes have been waiting since an earlier look. */
export type Reading = {
  writtenBytes: number
  takenBytes: number
  kernelBytes: number
  lastTakenAtMs: number
  deadlineMs: number
}

export type SeenConnection = {
  /** All bytes that were ever written to the connection, sent or not. */
  writtenBytes: number
  /** Bytes of the writes that are not complete. */
  unsentBytes: number
  /** Bytes of the current write that the kernel has not taken. */
  kernelBytes: number
}

// Lowest average rate at which what waits must be taken. Even the slowest connections exceed it; a client that takes a
// few bytes now and then to look alive does not.
const bytesPerMsMin = 16

/** Returns what to remember for the next look, or `stuck` if the client does not read. */
export function judgeReading(
  before: Reading | undefined,
  { writtenBytes, unsentBytes, kernelBytes }: SeenConnection,
  { stallMs, nowMs }: ReadingLimits & { nowMs: number },
): Reading | 'stuck' {
  const takenBytes = writtenBytes - unsentBytes
  if (!before) {
    const deadlineMs = nowMs + stallMs + unsentBytes / bytesPerMsMin
    return { writtenBytes, takenBytes, kernelBytes, lastTakenAtMs: nowMs, deadlineMs }
  }
  const hasTaken = takenBytes !== before.takenBytes || kernelBytes !== before.kernelBytes
  const lastTakenAtMs = hasTaken ? nowMs : before.lastTakenAtMs
  // Bytes that were added meanwhile have their own time.
  const deadlineMs = before.deadlineMs + (writtenBytes - before.writtenBytes) / bytesPerMsMin
  if (nowMs - lastTakenAtMs > stallMs || nowMs > deadlineMs) return 'stuck'
  return { writtenBytes, takenBytes, kernelBytes, lastTakenAtMs, deadlineMs }
}
