/** What was asked for lately: in the present period of 250 ms and in the one before it. */
export class RecentDemand {
  #current = nothing()
  #previous = nothing()
  #period = 0
  #askedAtMs = 0

  get askedAtMs(): number {
    return this.#askedAtMs
  }

  add(nowMs: number, micros = 0n, tokens = 0): void {
    const period = Math.floor(nowMs / periodMs)
    if (period !== this.#period) {
      this.#previous = period === this.#period + 1 ? this.#current : nothing()
      this.#current = nothing()
      this.#period = period
    }
    this.#current.calls += 1
    this.#current.micros += micros
    this.#current.tokens += tokens
    this.#askedAtMs = nowMs
  }

  /** Calls in the last 250 to 500 ms. */
  calls(nowMs: number): number {
    const period = Math.floor(nowMs / periodMs)
    if (period === this.#period) return this.#current.calls + this.#previous.calls
    return period === this.#period + 1 ? this.#current.calls : 0
  }

  /** Everything that was asked for in the two periods of the last call. */
  total(): Demand {
    const [now, before] = [this.#current, this.#previous]
    return {
      calls: now.calls + before.calls,
      micros: now.micros + before.micros,
      tokens: now.tokens + before.tokens,
    }
  }
}

type Demand = { calls: number; micros: bigint; tokens: number }

const periodMs = 250

function nothing(): Demand {
  return { calls: 0, micros: 0n, tokens: 0 }
}
