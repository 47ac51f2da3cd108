import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/**
 * Counts log lines by message, because dying servers make the processes log the same message hundreds of times. Output
 * that is not a log line is printed immediately.
 */
export class MessageCounts {
  readonly #counts = new Map<string, number>()

  follow(stream: Readable): void {
    createInterface({ input: stream }).on('line', (line) => {
      const message = /^\{"level":.*"message":"([^"]*)"\}$/.exec(line)?.[1]
      if (message === undefined) console.error(line)
      else this.#counts.set(message, (this.#counts.get(message) ?? 0) + 1)
    })
  }

  describe(): string {
    return [...this.#counts].map(([message, count]) => `${count} × ${message}`).join('; ') || 'nothing'
  }
}
