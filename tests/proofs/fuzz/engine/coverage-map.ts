// Which branches an execution took, and roughly how often: a loop that runs three times instead of two is news, one that
// runs 31 times instead of 30 is not.

const branchesMax = 1 << 17

/** One bit for each of: 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to 127, more. */
const bucketOf = Uint8Array.from({ length: 256 }, (_, count) => {
  if (count < 4) return [0, 1, 2, 4][count] ?? 0
  return count < 32 ? 1 << (Math.floor(Math.log2(count)) + 1) : count < 128 ? 64 : 128
})

export class CoverageMap {
  readonly counters = new Uint8Array(branchesMax)
  readonly #words = new Uint32Array(this.counters.buffer)
  #seen = new Uint8Array(branchesMax)
  #branches = 0
  #features = 0

  readonly newId = (): number => {
    if (this.#branches === branchesMax) throw new Error(`more than ${branchesMax} branches`)
    return this.#branches++
  }

  /** Number of branches, each counted once for every bucket, that any execution has taken. */
  get features(): number {
    return this.#features
  }

  begin(): void {
    this.counters.fill(0, 0, this.#branches)
  }

  /** Number of features that this execution was the first to have. */
  takeNew(): number {
    const before = this.#features
    const wordsEnd = Math.ceil(this.#branches / 4)
    for (let word = 0; word < wordsEnd; word += 1) {
      if (this.#words[word] !== 0) this.#takeWord(word * 4)
    }
    return this.#features - before
  }

  forget(): void {
    this.#seen = new Uint8Array(branchesMax)
    this.#features = 0
  }

  #takeWord(start: number): void {
    for (let id = start; id < start + 4; id += 1) {
      const bucket = bucketOf[this.counters[id] ?? 0] ?? 0
      const seen = this.#seen[id] ?? 0
      if ((seen & bucket) !== bucket) {
        this.#seen[id] = seen | bucket
        this.#features += 1
      }
    }
  }
}
