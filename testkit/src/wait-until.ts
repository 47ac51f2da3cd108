// The only way tests wait for something that happens outside of them: on the condition itself, never on a
// length of time that is too short on a busy machine and too long on an idle one.
import { setTimeout } from 'node:timers/promises'

const shortestPauseMs = 5
const longestPauseMs = 25

/** What the condition throws ends the wait; a condition that never answers ends it after `withinMs`. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  { withinMs, what }: { withinMs: number; what: string },
): Promise<void> {
  const timeIsOver = new AbortController()
  const limit = setTimeout(withinMs, 'over' as const, { signal: timeIsOver.signal })
  const attempt = async () => ((await condition()) ? 'met' : 'not yet')
  try {
    let pauseMs = shortestPauseMs
    for (;;) {
      const outcome = await Promise.race([attempt(), limit])
      if (outcome === 'met') return
      if (outcome === 'over' || (await Promise.race([setTimeout(pauseMs), limit])) === 'over') break
      pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)
    }
  } finally {
    limit.catch(() => undefined)
    timeIsOver.abort()
  }
  throw new Error(`${what}: not so within ${withinMs} ms`)
}
