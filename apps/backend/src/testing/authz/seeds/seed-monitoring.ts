// What running processes report to Redis, for operations that read it.
import { createWriteRouteStates } from '@gatehouse/models/route-states'
import { createLogSink } from '@gatehouse/redis/create-log-sink'
import { createSystemClock } from '@gatehouse/runtime/clock'
import type { Database } from '@gatehouse/schema/database'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import type { RedisClient } from '@gatehouse/redis/redis-client'

/** Longer than a test takes. */
const ttlMs = 3_600_000

/** Reports an open route as a gateway would. The aliases must have been added. Returns the id of the route. */
export async function seedRouteState(
  { database, redis }: { database: Database; redis: RedisClient },
  replica: string,
): Promise<string> {
  const { id: routeId } = await database
    .selectFrom('model_routes')
    .select('id')
    .where('alias', '=', 'svc/chat-default')
    .executeTakeFirstOrThrow()
  const openUntil = new Date('2026-01-31T12:00:00.000Z')
  const state = { routeId, state: 'open', openUntil, calls: 7, failures: 5, p95Ms: 812.5 } as const
  await createWriteRouteStates({ redis, replica, ttlMs })([state])
  return routeId
}

/** Logs an error as a service would. */
export async function seedErrorLog(redis: RedisClient): Promise<void> {
  const sink = createLogSink({
    redis,
    clock: createSystemClock(),
    metrics: createMetrics('test'),
    service: 'test',
  })
  createLogger({ service: 'test', level: 'error', sinks: [sink] }).error('a request failed', {
    error: new Error('the disk is full'),
  })
  await sink.close()
}
