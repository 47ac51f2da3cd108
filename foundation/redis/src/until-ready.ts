import type { RedisClient } from './redis-client.ts'

/**
 * For processes that do one thing and end; services go on without Redis instead. The client repeats failed attempts to
 * connect, so they do not end the wait.
 */
export async function untilReady(redis: RedisClient, withinMs: number): Promise<void> {
  if (redis.status === 'ready') return
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const limit = setTimeout(() => reject(new Error(`Redis was not reachable within ${withinMs} ms`)), withinMs)
  redis.once('ready', resolve)
  try {
    await promise
  } finally {
    clearTimeout(limit)
    redis.off('ready', resolve)
  }
}
