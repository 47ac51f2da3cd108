// A queue of log entries for one reader. Entries arrive as fast as all services write them, and the reader takes them
// as fast as its connection allows, so a slow reader costs no more memory than the bounded buffer.
import { type BufferLimits, type StreamedEntry, createEntryBuffer } from './entry-buffer.ts'

export type LogQueue = AsyncIterableIterator<StreamedEntry> & {
  add(entry: StreamedEntry, sizeBytes: number): void
  addGap(): void
}

export type LogQueueOptions = BufferLimits & { now: () => Date; onEnd: () => void }

const end: IteratorResult<StreamedEntry> = { done: true, value: undefined }

export function createLogQueue({ now, onEnd, ...limits }: LogQueueOptions): LogQueue {
  const buffer = createEntryBuffer(now, limits)
  const takers: ((result: IteratorResult<StreamedEntry>) => void)[] = []
  let isEnded = false

  /** A generator would not do: its `return` waits for the next entry, which may never come. */
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
