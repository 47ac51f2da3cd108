// Log lines as a service writes them.
import {
  createLogSink,
  liveLogsChannel,
  recentErrorsStream,
  recentLogsStream,
} from '@gatehouse/redis/create-log-sink'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { type Logger, createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { Redis } from 'ioredis'

/** Writes lines of one service, and ends when Redis has them. */
export async function writeLogs(service: string, write: (logger: Logger) => void): Promise<void> {
  await withRedis(async (redis) => {
    const clock = createSystemClock()
    const sink = createLogSink({ redis, clock, metrics: createMetrics('test'), service })
    write(createLogger({ service, level: 'debug', sinks: [sink] }))
    await sink.close()
  })
}

/** Announces that a service has dropped lines. */
export function writeGap(dropped: number): Promise<void> {
  return withRedis(async (redis) => {
    const line = {
      level: 'warn',
      service: 'gateway',
      timestamp: new Date().toISOString(),
      message: 'gap',
      context: { dropped },
    }
    await redis.publish(liveLogsChannel, JSON.stringify(line))
  })
}

export function clearLogs(): Promise<void> {
  return withRedis(async (redis) => void (await redis.del(recentLogsStream, recentErrorsStream)))
}

async function withRedis(work: (redis: Redis) => Promise<void>): Promise<void> {
  const redis = new Redis(testRedisUrl())
  try {
    await redis.ping()
    await work(redis)
  } finally {
    redis.disconnect()
  }
}
