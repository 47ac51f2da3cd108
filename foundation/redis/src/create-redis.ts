// Redis may vanish at any time and nothing we promise depends on it, so a command fails within 300 ms and the
// caller falls back. The client's defaults keep a command waiting for 25 s and more, and then still run it.
import type { Secret } from '@gatehouse/runtime/secret'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { Redis } from 'ioredis'
import { gatherWrites } from './gather-writes.ts'

export type RedisOptions = {
  url: Secret
  connectionName: string
  logger: Logger
}

const commandTimeoutMs = 250
// Longer than a stall of our own event loop: after one, timers run before what the socket has already received is
// read, and a healthy connection must not be destroyed for it.
const silenceMsMax = 1_000
const reconnectDelayMsMax = 400

/** Starts connecting and returns at once: a service must come up, and say so, while Redis is down. */
export function createRedis({ url, connectionName, logger }: RedisOptions): Redis {
  const redis = new Redis(url.reveal(), {
    connectionName,
    commandTimeout: commandTimeoutMs,
    // A socket that answers nothing is dead even if TCP does not say so; only a new one can recover.
    socketTimeout: silenceMsMax,
    connectTimeout: commandTimeoutMs,
    // A command is tried once: after a time-out nobody knows whether it ran.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    enableOfflineQueue: false,
    retryStrategy: (attempt) => Math.min(reconnectDelayMsMax, 25 * 2 ** attempt),
  })
  redis.on('connect', () => gatherWrites(redis.stream))
  let isReported = false
  redis.on('ready', () => {
    if (isReported) logger.info('Redis answers again', { connection: connectionName })
    isReported = false
  })
  redis.on('error', (error: Error) => {
    // Once per outage: the client reports every attempt to reconnect.
    if (isReported) return
    isReported = true
    logger.warn('Redis does not answer; continuing without it', { connection: connectionName, error })
  })
  return redis
}
