// The data of a simulated Redis, with the commands that the product uses. Values are strings, as in Redis, so that a
// script is written here almost as in Lua. `redis-against-scripts.test.ts` compares it with a real server.

type SortedSet = Map<string, number>
type Value = Map<string, string> | SortedSet | string

export class RedisData {
  /** The server's clock, set before each command. */
  nowMs = 0
  #values = new Map<string, Value>()
  readonly #endsAtMs = new Map<string, number>()

  get keys(): readonly string[] {
    return [...this.#values.keys()].filter((key) => this.#read(key) !== undefined)
  }

  flush(): void {
    this.#values = new Map()
    this.#endsAtMs.clear()
  }

  del(key: string): void {
    this.#values.delete(key)
    this.#endsAtMs.delete(key)
  }

  pexpire(key: string, ms: number): void {
    if (this.#read(key) !== undefined) this.#endsAtMs.set(key, this.nowMs + ms)
  }

  /** When keys with this prefix expire. */
  expiries(prefix: string): number[] {
    return [...this.#endsAtMs].flatMap(([key, atMs]) => (key.startsWith(prefix) ? [atMs] : []))
  }

  hash(key: string): ReadonlyMap<string, string> | undefined {
    return this.#read(key) as Map<string, string> | undefined
  }

  hget(key: string, field: string): string | undefined {
    return this.hash(key)?.get(field)
  }

  hset(key: string, ...pairs: readonly (string | number)[]): void {
    const hash = this.#open(key, () => new Map<string, string>())
    for (let index = 0; index < pairs.length; index += 2)
      hash.set(String(pairs[index]), String(pairs[index + 1]))
  }

  hdel(key: string, field: string): void {
    const hash = this.#read(key) as Map<string, string> | undefined
    hash?.delete(field)
    if (hash?.size === 0) this.del(key)
  }

  /** Exact beyond 2^53, as in Redis. */
  hincrby(key: string, field: string, amount: string | bigint): void {
    this.hset(key, field, String(BigInt(this.hget(key, field) ?? '0') + BigInt(amount)))
  }

  set(key: string, value: string, ms: number): void {
    this.#values.set(key, value)
    this.#endsAtMs.set(key, this.nowMs + ms)
  }

  get(key: string): string | null {
    return (this.#read(key) as string | undefined) ?? null
  }

  sortedSet(key: string): ReadonlyMap<string, number> | undefined {
    return this.#read(key) as SortedSet | undefined
  }

  /** Returns the number of members that were added. */
  zadd(key: string, score: number, member: string): number {
    const set = this.#open(key, (): SortedSet => new Map())
    const isNew = !set.has(member)
    set.set(member, score)
    return isNew ? 1 : 0
  }

  zrem(key: string, member: string): void {
    const set = this.#read(key) as SortedSet | undefined
    set?.delete(member)
    if (set?.size === 0) this.del(key)
  }

  /** The members with a score in the range, in order of score, then by name. */
  zrange(key: string, isWithin: (score: number) => boolean = () => true): string[] {
    return [...(this.sortedSet(key) ?? [])]
      .filter(([, score]) => isWithin(score))
      .sort(([left, leftScore], [right, rightScore]) => leftScore - rightScore || (left < right ? -1 : 1))
      .map(([member]) => member)
  }

  #open<T extends Value>(key: string, create: () => T): T {
    const known = this.#read(key) as T | undefined
    if (known !== undefined) return known
    const created = create()
    this.#values.set(key, created)
    return created
  }

  #read(key: string): Value | undefined {
    const endsAtMs = this.#endsAtMs.get(key)
    if (endsAtMs !== undefined && endsAtMs < this.nowMs) this.del(key)
    return this.#values.get(key)
  }
}
