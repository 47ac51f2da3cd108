// A sliding window over requests and tokens in this process's memory, with the same buckets as redis/admit.lua: each
// covers 1/600 of the window and counts until all of it has left the window. So it never admits more than an exact
// window would, and a refusal lasts at most one bucket's width too long.
export type Counts = { requests: number; tokens: number }

export type WindowAnswer = {
  refusedBy: keyof Counts | undefined
  /** The bucket that counted the call, for later corrections. */
  bucket: number
  used: Readonly<Counts>
  resetMs: number
  retryAfterMs: number
}

const bucketsPerWindow = 600

export function bucketMsOf(windowMs: number): number {
  return Math.max(1, Math.floor(windowMs / bucketsPerWindow))
}

export class SlidingWindow {
  readonly #windowMs: number
  readonly #widthMs: number
  /** In chronological order: a Map keeps insertion order. */
  readonly #buckets = new Map<number, Counts>()
  readonly #total: Counts = { requests: 0, tokens: 0 }
  #newest = 0

  constructor(windowMs: number) {
    this.#windowMs = windowMs
    this.#widthMs = bucketMsOf(windowMs)
  }

  take(nowMs: number, tokens: number, limits: Counts): WindowAnswer {
    this.#dropOld(nowMs)
    const asked = { requests: 1, tokens }
    for (const what of ['requests', 'tokens'] as const) {
      const excess = this.#total[what] + asked[what] - limits[what]
      if (excess > 0) return this.#answer(nowMs, what, this.#waitUntilFree(nowMs, what, excess))
    }
    this.#newest = Math.max(this.#newest, Math.floor(nowMs / this.#widthMs))
    const bucket = this.#buckets.get(this.#newest) ?? { requests: 0, tokens: 0 }
    this.#buckets.set(this.#newest, bucket)
    addTo(bucket, asked)
    addTo(this.#total, asked)
    return this.#answer(nowMs, undefined, 0)
  }

  /** Changes an earlier count, if its bucket is still in the window. */
  correct(position: number, change: Counts): void {
    const bucket = this.#buckets.get(position)
    if (!bucket) return
    addTo(bucket, change)
    addTo(this.#total, change)
  }

  isEmpty(nowMs: number): boolean {
    this.#dropOld(nowMs)
    return this.#buckets.size === 0
  }

  #dropOld(nowMs: number): void {
    const oldest = Math.floor((nowMs - this.#windowMs) / this.#widthMs)
    for (const [position, { requests, tokens }] of this.#buckets) {
      if (position >= oldest) return
      addTo(this.#total, { requests: -requests, tokens: -tokens })
      this.#buckets.delete(position)
    }
  }

  #waitUntilFree(nowMs: number, what: keyof Counts, excess: number): number {
    let freed = 0
    for (const [position, bucket] of this.#buckets) {
      freed += bucket[what]
      if (freed >= excess) return this.#leavesInMs(position, nowMs)
    }
    return this.#windowMs
  }

  #leavesInMs(position: number, nowMs: number): number {
    return Math.ceil((position + 1) * this.#widthMs + this.#windowMs - nowMs)
  }

  #answer(nowMs: number, refusedBy: WindowAnswer['refusedBy'], retryAfterMs: number): WindowAnswer {
    const resetMs = this.#buckets.size === 0 ? 0 : this.#leavesInMs(this.#newest, nowMs)
    return { refusedBy, bucket: this.#newest, used: { ...this.#total }, resetMs, retryAfterMs }
  }
}

function addTo(counts: Counts, change: Counts): void {
  counts.requests += change.requests
  counts.tokens += change.tokens
}
