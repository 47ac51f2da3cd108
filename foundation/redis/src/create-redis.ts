// Redis may become unreachable at any time, and none of our guarantees depends on it: a command fails within 300 ms and
// the caller falls back. By default the client keeps a command waiting for 25 s or more, and then still runs it.
import type { Secret } from '@gatehouse/runtime/secret'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { Redis } from 'ioredis'
import { commandTimeoutMs, connectionOptions, startMs, waitToReconnect } from './connection-options.ts'
import { connectToCluster } from './connect-to-cluster.ts'
import { gatherWrites } from './gather-writes.ts'
import { readCluster, readSentinels } from './redis-address.ts'
import type { RedisClient } from './redis-client.ts'

export type RedisOptions = {
  url: Secret
  connectionName: string
  logger: Logger
}

// The client's `failoverDetector` stays off: if Sentinels announce a new master while the client is asking for it, the
// client ends permanently. It is not needed: a silent connection is dropped after a second, and a master that becomes a
// replica closes its connections.
const sentinelOptions = {
  // A Sentinel may be down or frozen as well; the next one is asked.
  sentinelCommandTimeout: commandTimeoutMs,
  sentinelRetryStrategy: waitToReconnect,
}

/** Starts connecting and returns immediately: a service must start, and report its health, while Redis is down. */
export function createRedis(options: RedisOptions): RedisClient {
  const cluster = readCluster(options.url.reveal())
  return cluster ? connectToCluster(cluster, options) : connectToServer(options)
}

function connectToServer({ url, connectionName, logger }: RedisOptions): Redis {
  const address = url.reveal()
  const sentinels = readSentinels(address)
  const options = {
    ...connectionOptions,
    connectionName,
    enableOfflineQueue: false,
    retryStrategy: waitToReconnect,
  }
  const redis = sentinels
    ? new Redis({ ...options, ...sentinels, ...sentinelOptions })
    : new Redis(address, options)
  redis.on('connect', () => gatherWrites(redis.stream))
  let isReported = false
  let silentUntilMs = performance.now() + startMs
  redis.on('ready', () => {
    silentUntilMs = 0
    if (isReported) logger.info('Redis is reachable again', { connection: connectionName })
    isReported = false
  })
  redis.on('error', (error: Error) => {
    // Logged once per outage: the client reports every attempt to reconnect.
    if (isReported || performance.now() < silentUntilMs) return
    isReported = true
    logger.warn('Redis is unreachable; continuing without it', { connection: connectionName, error })
  })
  return redis
}
