import { createLogSink } from '@gatehouse/redis/create-log-sink'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import type { RedisClient } from '@gatehouse/redis/redis-client'

/** Writes a usual line and a warning about the same thing, as a service does. */
export async function writeLines(redis: RedisClient, text: string): Promise<void> {
  const service = 'gateway'
  const sink = createLogSink({ redis, clock: createSystemClock(), metrics: createMetrics(service), service })
  const logger = createLogger({ service, level: 'debug', sinks: [sink] })
  logger.info(`${text}: as usual`)
  logger.warn(`${text}: too high`)
  await sink.close()
}
