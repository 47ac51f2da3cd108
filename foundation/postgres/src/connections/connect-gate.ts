// While a server cannot be reached, all callers of its pools share one attempt to connect at a time. Otherwise each opens a
// connection of its own, again and again (76 in two seconds from a pool of ten), and a server that was silent for a while
// starts a process for every one of them before it serves a query.

// The pool's own words for a caller that found no free connection in time, which says nothing about the server.
const noneFree = 'timeout exceeded when trying to connect'

export class ConnectGate {
  #isAway = false
  #attempt: Promise<void> | undefined

  /** Rejects with the error of the attempt that it waited for, if that failed. */
  async pass<T>(connect: () => Promise<T>): Promise<T> {
    while (this.#attempt) await this.#attempt
    const connecting = this.#try(connect)
    if (this.#isAway) this.#share(connecting)
    return connecting
  }

  #share(connecting: Promise<unknown>): void {
    const attempt = connecting.then(() => undefined).finally(() => (this.#attempt = undefined))
    // If no caller waits, the failure is handled by the caller that made the attempt.
    attempt.catch(() => undefined)
    this.#attempt = attempt
  }

  async #try<T>(connect: () => Promise<T>): Promise<T> {
    try {
      const connection = await connect()
      this.#isAway = false
      return connection
    } catch (thrown) {
      if (!(thrown instanceof Error && thrown.message === noneFree)) this.#isAway = true
      throw thrown
    }
  }
}
