// Opens what every service has (logs, metrics, Postgres, Redis, a listener) and closes it in reverse order.
// It waits for neither Postgres nor Redis: a service must come up, answer its probes and say what is missing.
import { type HttpServer, createHttpServer } from '@gatehouse/http/create-http-server'
import type { Route } from '@gatehouse/http/define-route'
import { type DependencyChecks, createDependencyChecks } from '@gatehouse/http/dependency-checks'
import type { TranslateFault } from '@gatehouse/http/fault-response'
import { metricsRoute } from '@gatehouse/http/routes/metrics'
import { type Postgres, createPostgres } from '@gatehouse/postgres/create-postgres'
import { createLogSink } from '@gatehouse/redis/create-log-sink'
import { createRedis } from '@gatehouse/redis/create-redis'
import { type Clock, createSystemClock } from '@gatehouse/runtime/clock'
import { type Ids, createIds } from '@gatehouse/runtime/ids'
import { type Logger, createLogger, createStdoutSink } from '@gatehouse/telemetry/create-logger'
import { type Metrics, createMetrics } from '@gatehouse/telemetry/create-metrics'
import type { Redis } from 'ioredis'
import type { RunningService } from './run-service.ts'
import type { ServiceConfig } from './service-settings.ts'

export type ServiceResources = {
  clock: Clock
  ids: Ids
  logger: Logger
  metrics: Metrics
  postgres: Postgres
  redis: Redis
  checks: DependencyChecks<'database' | 'cache'>
  isDraining: () => boolean
}

export type ServiceParts = {
  name: string
  translateFault: TranslateFault
  createRoutes: (resources: ServiceResources, scope: AsyncDisposableStack) => readonly Route[]
}

export async function startService(
  parts: ServiceParts,
  config: ServiceConfig,
  scope: AsyncDisposableStack,
): Promise<RunningService> {
  let server: HttpServer | undefined
  const resources = openResources(parts.name, config, scope)
  const isDraining = () => server !== undefined && server.drain.phase() !== 'serving'
  const routes = parts.createRoutes({ ...resources, isDraining }, scope)
  const { host, port, metricsPort } = config.http
  const createServer = (served: readonly Route[]) =>
    createHttpServer({
      ...resources,
      routes: served,
      translateFault: parts.translateFault,
      trustedProxies: config.http.trustedProxies,
    })

  const scrapes = [metricsRoute(resources)]
  server = createServer(metricsPort === undefined ? [...routes, ...scrapes] : routes)
  scope.defer(server.close)
  if (metricsPort !== undefined) {
    const scrapeServer = createServer(scrapes)
    scope.defer(scrapeServer.close)
    await scrapeServer.listen({ host, port: metricsPort })
  }
  const bound = await server.listen({ host, port })
  resources.logger.info(`${parts.name} listens on http://${bound.host}:${bound.port}`, {
    ...bound,
    pid: process.pid,
  })
  return runningService(server, resources.logger, config)
}

function runningService(server: HttpServer, logger: Logger, { http }: ServiceConfig): RunningService {
  return {
    async drain(reason) {
      const active = server.drain.activeRequests()
      logger.info('draining', { reason, active_requests: active })
      const { cut } = await server.drain.start({ leadMs: http.shutdownLeadMs, graceMs: http.shutdownGraceMs })
      if (cut > 0) logger.warn('the grace is over; requests were cut', { cut })
      logger.info('drained')
    },
    reportFatal: (error) => logger.fatal('the process ends because of an unexpected error', { error }),
  }
}

function openResources(
  name: string,
  config: ServiceConfig,
  scope: AsyncDisposableStack,
): Omit<ServiceResources, 'isDraining'> {
  const clock = createSystemClock()
  const ids = createIds(clock)
  const metrics = createMetrics(name)
  const stdout = createStdoutSink()
  scope.defer(stdout.flush)
  // What the Redis client says of itself goes to stdout only: it cannot be told to the one who does not answer.
  const localLogger = createLogger({ service: name, level: config.log.level, sinks: [stdout] })
  const redis = createRedis({ url: config.redis.url, connectionName: name, logger: localLogger })
  scope.defer(() => redis.disconnect())
  const logSink = createLogSink({ redis, clock, metrics, service: name })
  scope.defer(logSink.close)
  const logger = createLogger({ service: name, level: config.log.level, sinks: [stdout, logSink] })
  const postgres = createPostgres({
    url: config.postgres.url,
    applicationName: `gatehouse ${name}`,
    poolSizeMax: config.postgres.poolSizeMax,
    logger,
  })
  scope.defer(postgres.close)
  const checks = createDependencyChecks(clock, {
    database: () => postgres.query('select 1'),
    cache: () => redis.ping(),
  })
  return { clock, ids, logger, metrics, postgres, redis, checks }
}
