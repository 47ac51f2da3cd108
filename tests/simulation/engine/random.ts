/** Random numbers from a seed: the same seed always gives the same sequence (splitmix32). */
export class Random {
  #state: number

  constructor(seed: number) {
    // Uses both halves of a seed above 32 bits.
    this.#state = Math.imul(seed >>> 0, 0x85ebca6b) ^ Math.imul(Math.floor(seed / 2 ** 32), 0xc2b2ae35)
  }

  /** An integer from 0 (inclusive) to 2³² (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0
    let mixed = this.#state ^ (this.#state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }

  /** An integer from 0 (inclusive) to the limit (exclusive). */
  below(limit: number): number {
    return Math.floor((this.next() / 2 ** 32) * limit)
  }

  /** An integer between both values, inclusive. */
  between(first: number, last: number): number {
    return first + this.below(last - first + 1)
  }

  chance(probability: number): boolean {
    return this.next() < probability * 2 ** 32
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }
}
