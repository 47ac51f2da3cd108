import type { LogLevel } from '@gatehouse/telemetry/create-logger'

export type StreamedEntry = {
  timestamp: Date
  level: LogLevel
  message: string
  context: Readonly<Record<string, unknown>>
}

export type BufferLimits = { entriesMax?: number; bytesMax?: number }

/**
 * A bounded buffer of log entries. Entries that do not fit are dropped and counted, and an entry `gap` is returned in
 * their place.
 */
export type EntryBuffer = {
  add(entry: StreamedEntry, sizeBytes: number): void
  /** Records that an unknown number of entries was lost before reaching the buffer. */
  addGap(): void
  take(): StreamedEntry | undefined
  clear(): void
}

export function createEntryBuffer(
  now: () => Date,
  { entriesMax = 1_000, bytesMax = 1_048_576 }: BufferLimits,
): EntryBuffer {
  const waiting: { entry: StreamedEntry; sizeBytes: number }[] = []
  let waitingBytes = 0
  /** Number of entries dropped after the last buffered one; null if unknown. */
  let dropped: number | null = 0

  return {
    add(entry, sizeBytes) {
      const isFull = waiting.length >= entriesMax || waitingBytes + sizeBytes > bytesMax
      // After a drop, nothing is buffered until the gap has been returned, so that entries stay in order.
      if (isFull || dropped !== 0) {
        if (dropped !== null) dropped += 1
        return
      }
      waiting.push({ entry, sizeBytes })
      waitingBytes += sizeBytes
    },
    addGap() {
      dropped = null
    },
    take() {
      const next = waiting.shift()
      if (next) {
        waitingBytes -= next.sizeBytes
        return next.entry
      }
      if (dropped === 0) return undefined
      const context = { dropped }
      dropped = 0
      return { timestamp: now(), level: 'warn', message: 'gap', context }
    },
    clear() {
      waiting.length = 0
      waitingBytes = 0
    },
  }
}
