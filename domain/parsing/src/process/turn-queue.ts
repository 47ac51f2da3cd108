// Work that waits for a process or a thread, by owner. Owners with waiting work take turns, and no owner may fill the
// queue alone.
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

  /** Work without an owner may fill the whole queue. */
  hasRoom(owner: string | undefined): boolean {
    if (this.#length >= this.#lengthMax) return false
    return owner === undefined || (this.#owners.get(owner)?.length ?? 0) < this.#ownerMax
  }

  /** Resolves when it is the owner's turn. */
  wait(owner = ''): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#owners.get(owner) ?? []
      waiting.push(resolve)
      this.#owners.set(owner, waiting)
      this.#length += 1
    })
  }

  /** Releases the next one and moves its owner to the end of the order; returns false if none is waiting. */
  next(): boolean {
    for (const [owner, waiting] of this.#owners) {
      const go = waiting.shift()
      this.#owners.delete(owner)
      if (waiting.length > 0) this.#owners.set(owner, waiting)
      if (!go) continue
      this.#length -= 1
      go()
      return true
    }
    return false
  }

  releaseAll(): void {
    while (this.#length > 0) this.next()
  }
}
