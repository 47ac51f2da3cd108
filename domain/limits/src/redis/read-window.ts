// Reads what a key has used of its rate limits, for people; nothing is counted. See admit.lua for the format.
import { Fault } from '@gatehouse/runtime/fault'
import { type RedisClient, readTimeMs } from '@gatehouse/redis/redis-client'
import { windowPrefix } from './company-keys.ts'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    limitWindows: 'limits.window_unavailable'
  }
}

export type UsedWindow = {
  requests: number
  tokens: number
  /** When the window is empty if no further request is counted; null if it is empty now. */
  emptyAt: Date | null
}

export type ReadWindow = (key: { companyId: string; keyId: string }) => Promise<UsedWindow>

export function createReadWindow({
  redis,
  windowMs = 60_000,
}: {
  redis: RedisClient
  windowMs?: number
}): ReadWindow {
  return async ({ companyId, keyId }) => {
    try {
      const key = windowPrefix(companyId) + keyId
      const [nowMs, fields] = await Promise.all([readTimeMs(redis, key), redis.hgetall(key)])
      return sumWindow(fields, { nowMs, windowMs })
    } catch (thrown) {
      throw new Fault({
        kind: 'unavailable',
        code: 'limits.window_unavailable',
        publicMessage: 'The limits of the key cannot be read at the moment. Try again shortly.',
        cause: thrown,
      })
    }
  }
}

/** Subtracts the buckets that have left the window since a request was last counted. */
function sumWindow(
  fields: Readonly<Record<string, string>>,
  { nowMs, windowMs }: { nowMs: number; windowMs: number },
): UsedWindow {
  const width = Math.max(1, Math.floor(windowMs / 600))
  const oldest = Math.floor((nowMs - windowMs) / width)
  const { head, tail } = fields
  if (head === undefined || tail === undefined || Number(tail) < oldest)
    return { requests: 0, tokens: 0, emptyAt: null }
  let [requests, tokens] = [Number(fields['requests']), Number(fields['tokens'])]
  for (let at = head; Number(at) < oldest;) {
    const [left = '0', leftTokens = '0', following = tail] = fields[at]?.split(' ') ?? []
    requests -= Number(left)
    tokens -= Number(leftTokens)
    at = following
  }
  return { requests, tokens, emptyAt: new Date((Number(tail) + 1) * width + windowMs) }
}
