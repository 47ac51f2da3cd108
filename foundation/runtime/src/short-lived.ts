// Collections of objects that come and go thousands of times a second. V8 replaces the table of a Map or a Set again and
// again while its entries change, and every replaced table refers to its successor. Once one of them is in the old
// generation, all later tables survive each collection of the young one, with everything that was ever in them. What was
// removed from these collections is not in their old tables either.

/** Refers to nothing once it has been removed. */
export type Member<T> = { value: T | undefined; earlier: Member<T> | undefined; later: Member<T> | undefined }

export class ShortLivedList<T> {
  #oldest: Member<T> | undefined
  #newest: Member<T> | undefined
  #size = 0

  get size(): number {
    return this.#size
  }

  add(value: T): Member<T> {
    const member: Member<T> = { value, earlier: this.#newest, later: undefined }
    if (this.#newest) this.#newest.later = member
    else this.#oldest = member
    this.#newest = member
    this.#size += 1
    return member
  }

  /** Does nothing if the member has been removed already. */
  remove(member: Member<T>): void {
    if (member.value === undefined) return
    const { earlier, later } = member
    if (earlier) earlier.later = later
    else this.#oldest = later
    if (later) later.earlier = earlier
    else this.#newest = earlier
    member.value = member.earlier = member.later = undefined
    this.#size -= 1
  }

  /** The present values, oldest first. */
  values(): T[] {
    const values: T[] = []
    for (let member = this.#oldest; member; member = member.later) {
      if (member.value !== undefined) values.push(member.value)
    }
    return values
  }
}

export class ShortLivedMap<Key, Value> {
  readonly #slots = new Map<Key, { value: Value | undefined }>()

  get size(): number {
    return this.#slots.size
  }

  has(key: Key): boolean {
    return this.#slots.has(key)
  }

  get(key: Key): Value | undefined {
    return this.#slots.get(key)?.value
  }

  set(key: Key, value: Value): void {
    const slot = this.#slots.get(key)
    if (slot) slot.value = value
    else this.#slots.set(key, { value })
  }

  /** Returns what was removed. */
  delete(key: Key): Value | undefined {
    const slot = this.#slots.get(key)
    if (!slot) return undefined
    this.#slots.delete(key)
    const { value } = slot
    slot.value = undefined
    return value
  }

  /** The present values, oldest first. */
  values(): Value[] {
    const values: Value[] = []
    for (const { value } of this.#slots.values()) if (value !== undefined) values.push(value)
    return values
  }

  /** Removes all values, and returns them, oldest first. */
  takeAll(): Value[] {
    const values = this.values()
    for (const slot of this.#slots.values()) slot.value = undefined
    this.#slots.clear()
    return values
  }
}
