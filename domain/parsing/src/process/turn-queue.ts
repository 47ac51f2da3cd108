// Documents that wait for a reading process, by owner. Owners with waiting documents take turns, and no owner may fill
// the queue alone.
export class TurnQueue {
  readonly #lengthMax: number
  readonly #ownerMax: number
  /** In the order of their turns: a Map keeps its insertion order. */
  readonly #owners = new Map<string, (() => void)[]>()
  #length = 0

  constructor(lengthMax: number) {
    this.#lengthMax = lengthMax
    this.#ownerMax = Math.max(1, Math.floor(lengthMax / 2))
  }

  /** Documents without an owner may fill the whole queue. */
  hasRoom(owner: string | undefined): boolean {
    if (this.#length >= this.#lengthMax) return false
    return owner === undefined || (this.#owners.get(owner)?.length ?? 0) < this.#ownerMax
  }

  /** Resolves when it is this document's turn. */
  wait(owner = ''): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#owners.get(owner) ?? []
      waiting.push(resolve)
      this.#owners.set(owner, waiting)
      this.#length += 1
    })
  }

  /** Releases the next document and moves its owner to the end of the order. */
  next(): void {
    for (const [owner, waiting] of this.#owners) {
      const go = waiting.shift()
      this.#owners.delete(owner)
      if (waiting.length > 0) this.#owners.set(owner, waiting)
      if (!go) continue
      this.#length -= 1
      return go()
    }
  }

  releaseAll(): void {
    while (this.#length > 0) this.next()
  }
}
