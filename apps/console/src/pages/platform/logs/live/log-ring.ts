// The lines in memory: a ring of fixed capacity. Adding a line moves nothing, so a thousand lines a second cost no more
// than their own memory. Rows of the list are named by a number that stays with the line.
import type { LogLine } from './log-line.ts'

export const ringCapacity = 100_000

export type LogRing = {
  length: () => number
  /** The number of the first line; lines that were looked up later and are older have smaller numbers. */
  first: () => number
  at: (index: number) => LogLine | undefined
  /** Drops the oldest line if the ring is full. */
  push: (line: LogLine) => void
  /** Adds an older line. Returns false if the ring is full. */
  unshift: (line: LogLine) => boolean
  clear: () => void
}

export function createLogRing(capacity = ringCapacity): LogRing {
  let slots: LogLine[] = []
  // The array grows up to the capacity. Until then the lines are in one piece, unless older ones were added.
  let start = 0
  let length = 0
  let first = 0

  const slot = (index: number) => (((start + index) % capacity) + capacity) % capacity

  return {
    length: () => length,
    first: () => first,
    at: (index) => (index >= 0 && index < length ? slots[slot(index)] : undefined),
    push(line) {
      slots[slot(length)] = line
      if (length < capacity) {
        length += 1
      } else {
        start = (start + 1) % capacity
        first += 1
      }
    },
    unshift(line) {
      if (length >= capacity) return false
      start = slot(-1)
      slots[start] = line
      length += 1
      first -= 1
      return true
    },
    clear() {
      slots = []
      start = 0
      first += length
      length = 0
    },
  }
}
