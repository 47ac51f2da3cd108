// Redis may become unreachable at any time, and none of our guarantees depends on it: a command fails within 300 ms and
// the caller falls back. By default the client keeps a command waiting for 25 s or more, and then still runs it.
import type { Socket } from 'node:net'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { Redis } from 'ioredis'
import { readSentinels } from './redis-address.ts'

export type RedisOptions = {
  url: Secret
  connectionName: string
  logger: Logger
}

const commandTimeoutMs = 250
// Longer than a stall of our own event loop: after a stall, timers run before the data that the socket has already
// received is read, and a healthy connection must not be destroyed for that.
const silenceMsMax = 1_000
const reconnectDelayMsMax = 400
// A process that loads its code stalls for longer than a command may take, so its first attempts to connect can time
// out although Redis is up. They are repeated silently for this time.
const startMs = 3_000

const waitToReconnect = (attempt: number) => Math.min(reconnectDelayMsMax, 25 * 2 ** attempt)

const sentinelOptions = {
  // A Sentinel may be down or frozen as well; the next one is asked.
  sentinelCommandTimeout: commandTimeoutMs,
  sentinelRetryStrategy: waitToReconnect,
  // The Sentinels announce a new master: a connection to a frozen one need not time out first.
  failoverDetector: true,
}

/** Starts connecting and returns immediately: a service must start, and report its health, while Redis is down. */
export function createRedis({ url, connectionName, logger }: RedisOptions): Redis {
  const address = url.reveal()
  const sentinels = readSentinels(address)
  const options = {
    connectionName,
    commandTimeout: commandTimeoutMs,
    // A silent socket is dead even if TCP does not report it; only a new connection can recover.
    socketTimeout: silenceMsMax,
    connectTimeout: commandTimeoutMs,
    // A command is sent at most once: after a timeout it is unknown whether it ran.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
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

/**
 * Sends all commands of one turn of the event loop in one write. The client writes each command separately, and under
 * load these writes are a quarter of a command's cost.
 */
function gatherWrites(socket: Socket): void {
  const write = socket.write.bind(socket) as (...values: unknown[]) => boolean
  let isGathering = false
  socket.write = (...values: unknown[]) => {
    if (!isGathering) {
      isGathering = true
      socket.cork()
      process.nextTick(() => {
        isGathering = false
        socket.uncork()
      })
    }
    return write(...values)
  }
}
