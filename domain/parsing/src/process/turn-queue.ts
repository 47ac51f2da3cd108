// Documents that wait for a reading process, by owner: each owner with a document waiting has a turn before any has a second,
// and none may fill the queue alone.
export class TurnQueue {
  readonly #lengthMax: number
  readonly #ownerMax: number
  /** In the order of their turns, because a Map keeps the order of insertion. */
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

  /** Lets the next one go; its owner's others go behind those of everybody else. */
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
