import {
  type AnnounceDeps,
  createAnnounceCompanyChange,
  createAnnounceKeyEnd,
} from '@gatehouse/keys/key-end-channel'
import type { AnnounceCompanyChange, AnnounceKeyEnd } from '@gatehouse/keys/key-ports'
import { createRedis } from '@gatehouse/redis/create-redis'
import { untilReady } from '@gatehouse/redis/until-ready'
import type { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'

const connectWithinMs = 1_000

export function announceKeyEndBy(redisUrl: Secret | undefined): AnnounceKeyEnd {
  return announceBy(redisUrl, createAnnounceKeyEnd)
}

export function announceCompanyChangeBy(redisUrl: Secret | undefined): AnnounceCompanyChange {
  return announceBy(redisUrl, createAnnounceCompanyChange)
}

type Announce = (id: string) => Promise<boolean>

/** Opens a connection for one message. Without Redis nothing is announced: gateways then learn of the change a few seconds later. */
function announceBy(
  redisUrl: Secret | undefined,
  createAnnounce: (deps: AnnounceDeps) => Announce,
): Announce {
  return async (id) => {
    if (!redisUrl) return false
    const logger = createLogger({ service: 'cli', level: 'warn', sinks: [] })
    const redis = createRedis({ url: redisUrl, connectionName: 'gatehouse-cli', logger })
    try {
      await untilReady(redis, connectWithinMs)
      return await createAnnounce({ redis, logger })(id)
    } catch {
      return false
    } finally {
      redis.disconnect()
    }
  }
}
