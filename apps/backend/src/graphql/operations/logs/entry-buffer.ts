import type { LogLevel } from '@gatehouse/telemetry/create-logger'

export type StreamedEntry = {
  timestamp: Date
  level: LogLevel
  message: string
  context: Readonly<Record<string, unknown>>
}

export type BufferLimits = { entriesMax?: number; bytesMax?: number }

/** Entries that wait, up to a limit. What does not fit is dropped, counted, and told as a `gap` in its place. */
export type EntryBuffer = {
  add(entry: StreamedEntry, sizeBytes: number): void
  /** Entries were missed before they came here, nobody knows how many. */
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
  /** Behind all that is waiting. Null if nobody knows. */
  let dropped: number | null = 0

  return {
    add(entry, sizeBytes) {
      const isFull = waiting.length >= entriesMax || waitingBytes + sizeBytes > bytesMax
      // Once something was dropped nothing follows it before the gap was told: the order must stay true.
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
