import { once } from 'node:events'
import type { AnnounceKeyEnd } from '@gatehouse/keys/key-ends'
import { createAnnounceKeyEnd } from '@gatehouse/keys/key-end-channel'
import { createRedis } from '@gatehouse/redis/create-redis'
import type { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'

const connectWithinMs = 1_000

/** With a connection for this one message, or without any if there is no Redis: gateways need it only to be quicker. */
export function announceKeyEndBy(redisUrl: Secret | undefined): AnnounceKeyEnd {
  return async (keyId) => {
    if (!redisUrl) return false
    const logger = createLogger({ service: 'cli', level: 'warn', sinks: [] })
    const redis = createRedis({ url: redisUrl, connectionName: 'gatehouse-cli', logger })
    try {
      await once(redis, 'ready', { signal: AbortSignal.timeout(connectWithinMs) })
      return await createAnnounceKeyEnd({ redis, logger })(keyId)
    } catch {
      return false
    } finally {
      redis.disconnect()
    }
  }
}
