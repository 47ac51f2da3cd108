import { createHash } from 'node:crypto'

export type Random = {
  /** Returns a number in [0, 1). */
  fraction(): number
  /** Returns an integer from `min` to `max`, inclusive. */
  integer(min: number, max: number): number
  pick<T>(items: readonly T[]): T
  shuffle<T>(items: readonly T[]): T[]
}

/** mulberry32: the same seed gives the same choices. */
export function seededRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0)

  function fraction(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  const integer = (min: number, max: number) => min + Math.floor(fraction() * (max - min + 1))
  return {
    fraction,
    integer,
    pick: <T>(items: readonly T[]) => items[integer(0, items.length - 1)] as T,
    shuffle<T>(items: readonly T[]): T[] {
      const order = items.map((item) => ({ item, place: fraction() }))
      return order.sort((left, right) => left.place - right.place).map(({ item }) => item)
    },
  }
}
