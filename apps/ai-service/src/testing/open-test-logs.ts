// Opens an empty log in Redis: entries written to the sink can be searched.
import { createLogSink, recentErrorsStream, recentLogsStream } from '@gatehouse/redis/create-log-sink'
import { createRedis } from '@gatehouse/redis/create-redis'
import { createRecentLogs } from '@gatehouse/redis/read-recent-logs'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { waitUntil } from '@gatehouse/testkit/wait-until'

export async function openTestLogs() {
  const clock = createSystemClock()
  const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
  const redis = createRedis({ url: new Secret(testRedisUrl()), connectionName: 'test', logger })
  await waitUntil(() => redis.status === 'ready', { withinMs: 30_000, what: 'Redis is ready' })
  await redis.del(recentLogsStream, recentErrorsStream)
  return {
    sink: createLogSink({ redis, clock, metrics: createMetrics('test'), service: 'test' }),
    recentLogs: createRecentLogs({ redis, clock }),
    async [Symbol.asyncDispose]() {
      redis.disconnect()
    },
  }
}
