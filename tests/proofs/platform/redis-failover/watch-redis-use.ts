// Watches whether gateways decide about limits with Redis, as their metrics report it.
import { readMetric } from '../../gateway/read-metric.ts'

export type RedisUse = {
  /** Whether a gateway has decided without Redis since then. */
  wasAway(sinceMs: number): boolean
  /** Since when all gateways have been using Redis again; undefined if one of them does not, or has just begun to. */
  usedSince(faultMs: number): number | undefined
  [Symbol.dispose](): void
}

const readEveryMs = 50
/** A gateway that has just turned to Redis may turn away again. */
const settledAfterMs = 500

type Reading = { atMs: number; isUsed: boolean }

export function watchRedisUse(urls: readonly string[]): RedisUse {
  const readings = urls.map((): Reading[] => [])
  const timer = setInterval(() => {
    for (const [number, url] of urls.entries()) {
      const read = readMetric(url, 'gatehouse_limits_redis_used').then((value) =>
        readings[number]?.push({ atMs: performance.now(), isUsed: value === 1 }),
      )
      read.catch(() => undefined)
    }
  }, readEveryMs)

  function usedSinceBy(all: readonly Reading[], faultMs: number): number | undefined {
    const since = all.filter(({ atMs }) => atMs >= faultMs)
    const lastAway = since.findLastIndex(({ isUsed }) => !isUsed)
    const first = since[lastAway + 1]
    return first && performance.now() - first.atMs >= settledAfterMs ? first.atMs : undefined
  }

  return {
    wasAway: (sinceMs) => readings.flat().some(({ atMs, isUsed }) => atMs >= sinceMs && !isUsed),
    usedSince(faultMs) {
      const times = readings.map((all) => usedSinceBy(all, faultMs))
      return times.includes(undefined) ? undefined : Math.max(...times.map((atMs) => atMs ?? 0))
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
