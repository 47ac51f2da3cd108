// Pseudo-random choices that depend only on the seed, so that the same request always gets the same answer.
import { createHash } from 'node:crypto'

export type SeededRandom = {
  /** At least 0 and below 1. */
  fraction(): number
  integer(min: number, max: number): number
  pick<T>(items: readonly T[]): T
}

export function seededRandom(seed: string): SeededRandom {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0)

  // mulberry32: tiny, fast and even enough for test data.
  function fraction(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  function integer(min: number, max: number): number {
    return min + Math.floor(fraction() * (max - min + 1))
  }

  return {
    fraction,
    integer,
    pick<T>(items: readonly T[]): T {
      return items[integer(0, items.length - 1)] as T
    },
  }
}
