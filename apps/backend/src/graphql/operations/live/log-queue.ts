// A queue of log entries for one reader. Entries arrive as fast as all services write them, and the reader takes them
// as fast as its connection allows, so a slow reader costs no more memory than the bounded buffer.
import type { LogLevel } from '@gatehouse/telemetry/create-logger'

export type StreamedEntry = {
  timestamp: Date
  level: LogLevel
  message: string
  context: Readonly<Record<string, unknown>>
}

export type LogQueue = AsyncIterableIterator<StreamedEntry> & {
  add(entry: StreamedEntry, sizeBytes: number): void
  addGap(): void
}

type LogQueueOptions = BufferLimits & { now: () => Date; onEnd: () => void }

const end: IteratorResult<StreamedEntry> = { done: true, value: undefined }

export function createLogQueue({ now, onEnd, ...limits }: LogQueueOptions): LogQueue {
  const buffer = createEntryBuffer(now, limits)
  const takers: ((result: IteratorResult<StreamedEntry>) => void)[] = []
  let isEnded = false

  /**
   * Ends the queue at once. An async generator could not do this: its `return` waits for the next entry, which may
   * never come.
   */
  function finish(): Promise<IteratorResult<StreamedEntry>> {
    if (!isEnded) {
      isEnded = true
      buffer.clear()
      for (const taker of takers.splice(0)) taker(end)
      onEnd()
    }
    return Promise.resolve(end)
  }

  function serveTaker(): void {
    const value = takers.length > 0 ? buffer.take() : undefined
    if (value) takers.shift()?.({ done: false, value })
  }

  return {
    add(entry, sizeBytes) {
      if (isEnded) return
      buffer.add(entry, sizeBytes)
      serveTaker()
    },
    addGap() {
      if (isEnded) return
      buffer.addGap()
      serveTaker()
    },
    next() {
      if (isEnded) return Promise.resolve(end)
      const value = buffer.take()
      if (value) return Promise.resolve({ done: false, value })
      return new Promise((resolve) => takers.push(resolve))
    },
    return: finish,
    throw: finish,
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

type BufferLimits = { entriesMax?: number; bytesMax?: number }

/**
 * A bounded buffer of log entries. Entries that do not fit are dropped and counted, and an entry `gap` is returned in
 * their place.
 */
type EntryBuffer = {
  add(entry: StreamedEntry, sizeBytes: number): void
  /** Records that an unknown number of entries was lost before reaching the buffer. */
  addGap(): void
  take(): StreamedEntry | undefined
  clear(): void
}

function createEntryBuffer(
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
