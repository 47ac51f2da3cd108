// Work that is done again and again, each at its own pace, until it is told to stop.
import { type Clock, sleep } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'

export type Round = {
  name: string
  everyMs: number
  /** Resolves to true if there is more to do at once. */
  run: () => Promise<boolean>
}

export type Rounds = {
  /** Waits for what is under way, but not for a provider that does not answer: whatever is cut off comes again. */
  stop(): Promise<void>
}

const stopMsMax = 3_000

export function startRounds(deps: { clock: Clock; logger: Logger }, rounds: readonly Round[]): Rounds {
  const end = new AbortController()
  const running = rounds.map((round) => repeat(deps, round, end.signal))
  return {
    async stop() {
      end.abort()
      await Promise.race([Promise.all(running), sleep(deps.clock, stopMsMax)])
    },
  }
}

async function repeat(
  { clock, logger }: { clock: Clock; logger: Logger },
  { name, everyMs, run }: Round,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    let hasMore = false
    try {
      hasMore = await run()
    } catch (thrown) {
      logger.warn('a round of billing failed and comes again', { error: thrown, round: name })
    }
    await sleep(clock, hasMore ? 0 : everyMs, signal)
  }
}
