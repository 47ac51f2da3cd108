// Does something again and again, each process at moments of its own. A round that fails is tried again in the next one.
import { type Clock, sleep } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'

export type Rounds = {
  everyMs: number
  /** True if there is more to do at once. */
  run: () => Promise<boolean | void>
  /** What is logged when a round fails. */
  failure: string
}

export type RoundsDeps = { clock: Clock; logger: Logger; random: () => number }

export function startRounds(
  { clock, logger, random }: RoundsDeps,
  { everyMs, run, failure }: Rounds,
): { close(): Promise<void> } {
  const end = new AbortController()
  const runOnAndOn = async () => {
    while (!end.signal.aborted) {
      // At a moment of its own, so that processes that were started together do not all come at once.
      await sleep(clock, everyMs * (0.5 + random()), end.signal)
      try {
        while (!end.signal.aborted && (await run()));
      } catch (thrown) {
        logger.warn(failure, { error: thrown })
      }
    }
  }
  const running = runOnAndOn()
  return {
    async close() {
      end.abort()
      await running
    },
  }
}
