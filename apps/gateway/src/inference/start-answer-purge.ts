// Forgets the answers that no retry may ask for any more, again and again; else the table would only ever grow.
import { type Clock, sleep } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'

export type AnswerPurgeDeps = {
  clock: Clock
  logger: Logger
  random: () => number
  /** Forgets some; true if there are more. */
  purge: () => Promise<boolean>
}

const everyMs = 600_000

export function startAnswerPurge({ clock, logger, random, purge }: AnswerPurgeDeps): {
  close(): Promise<void>
} {
  const end = new AbortController()
  const run = async () => {
    while (!end.signal.aborted) {
      // At a moment of its own, so that processes that were started together do not all come at once.
      await sleep(clock, everyMs * (0.5 + random()), end.signal)
      try {
        while (!end.signal.aborted && (await purge()));
      } catch (thrown) {
        logger.warn('old answers could not be forgotten; the next round tries again', { error: thrown })
      }
    }
  }
  const running = run()
  return {
    async close() {
      end.abort()
      await running
    },
  }
}
