// The only way in which tests wait for something outside of them: for the condition itself, never for a fixed time,
// which is too short on a busy machine and too long on an idle one.
import { setTimeout } from 'node:timers/promises'

const shortestPauseMs = 5
const longestPauseMs = 25

type Wait = {
  withinMs: number
  what: string
  /** Pause between two checks, for a condition whose checks are limited; at most 25 ms by default. */
  pauseMs?: number
}

/** An error thrown by the condition ends the wait; a condition that never settles ends it after `withinMs`. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  { withinMs, what, pauseMs: fixedPauseMs }: Wait,
): Promise<void> {
  const timeIsOver = new AbortController()
  const limit = setTimeout(withinMs, 'over' as const, { signal: timeIsOver.signal })
  const attempt = async () => ((await condition()) ? 'met' : 'not yet')
  try {
    let pauseMs = fixedPauseMs ?? shortestPauseMs
    for (;;) {
      const outcome = await Promise.race([attempt(), limit])
      if (outcome === 'met') return
      if (outcome === 'over' || (await Promise.race([setTimeout(pauseMs), limit])) === 'over') break
      pauseMs = fixedPauseMs ?? Math.min(pauseMs * 1.5, longestPauseMs)
    }
  } finally {
    limit.catch(() => undefined)
    timeIsOver.abort()
  }
  throw new Error(`${what}: not so within ${withinMs} ms`)
}
