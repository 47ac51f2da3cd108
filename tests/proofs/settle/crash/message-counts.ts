import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/**
 * Counts what processes log by its message, because servers that die make them say the same thing hundreds of times.
 * Whatever is no log line is shown at once.
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
