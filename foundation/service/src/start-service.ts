// Opens what every service has (logs, metrics, Postgres, Redis, a listener) and closes it in reverse order. Starting
// waits for neither Postgres nor Redis: a service must start, answer its probes and report what is missing.
import { type HttpServer, createHttpServer } from '@gatehouse/http/create-http-server'
import type { CrossOrigin } from '@gatehouse/http/cross-origin'
import type { Route } from '@gatehouse/http/define-route'
import { type DependencyChecks, createDependencyChecks } from '@gatehouse/http/dependency-checks'
import type { TranslateFault } from '@gatehouse/http/fault-response'
import { metricsRoute } from '@gatehouse/http/routes/metrics'
import { refuseBrokenPooler } from '@gatehouse/postgres/check-pooler'
import { type Postgres, createPostgres } from '@gatehouse/postgres/create-postgres'
import { ServerList } from '@gatehouse/postgres/server-list'
import { type Shards, oneShard } from '@gatehouse/postgres/shards'
import { createLogSink } from '@gatehouse/redis/create-log-sink'
import { createRedis } from '@gatehouse/redis/create-redis'
import { type Clock, createSystemClock } from '@gatehouse/runtime/clock'
import { type Ids, createIds } from '@gatehouse/runtime/ids'
import { type Logger, createLogger, createStdoutSink } from '@gatehouse/telemetry/create-logger'
import { type Metrics, createMetrics } from '@gatehouse/telemetry/create-metrics'
import { startTraceExport } from '@gatehouse/telemetry/export-traces'
import { type RedisClient, readTimesMs } from '@gatehouse/redis/redis-client'
import { createDeploymentMetrics } from './deployment-metrics.ts'
import { nameReplica } from './name-replica.ts'
import type { RunningService } from './run-service.ts'
import type { ServiceConfig } from './service-settings.ts'

export type ServiceResources = {
  clock: Clock
  ids: Ids
  logger: Logger
  metrics: Metrics
  postgres: Postgres
  /** The same connections, chosen by company. */
  shards: Shards
  redis: RedisClient
  checks: DependencyChecks<'database' | 'cache'>
  isDraining: () => boolean
}

export type ServiceParts = {
  name: string
  translateFault: TranslateFault
  createRoutes: (
    resources: ServiceResources,
    scope: AsyncDisposableStack,
  ) => readonly Route[] | Promise<readonly Route[]>
  /** The pages that may read the answers of the public routes; of no origin if omitted. */
  crossOrigin?: CrossOrigin | undefined
  /** Several processes listen on the public port; the kernel distributes connections among them. */
  sharesPort?: boolean
  /** Port of the internal routes; without it they are served on the public listener. */
  internalPort?: number | undefined
  /** Drains the process's background work; runs concurrently with the drain of open requests. */
  drainBackground?: (graceMs: number) => Promise<void>
}

export async function startService(
  parts: ServiceParts,
  config: ServiceConfig,
  scope: AsyncDisposableStack,
): Promise<RunningService> {
  let server: HttpServer | undefined
  await refuseBrokenPooler(config.postgres.url.reveal())
  const { flushLogs, ...resources } = openResources(parts.name, config, scope)
  await exportTraces(parts.name, config, { logger: resources.logger, scope })
  const isDraining = () => server !== undefined && server.drain.phase() !== 'serving'
  const routes = await parts.createRoutes({ ...resources, isDraining }, scope)
  const { host, port, metricsPort } = config.http
  const createServer = (served: readonly Route[]) => {
    const created = createHttpServer({
      ...resources,
      routes: served,
      translateFault: parts.translateFault,
      trustedProxies: config.http.trustedProxies,
      connectionLimits: config.http.connectionLimits,
      crossOrigin: parts.crossOrigin,
    })
    scope.defer(created.close)
    return created
  }
  const plan = planListeners(
    { routes, scrapes: [metricsRoute({ ...resources, isForThisMachineOnly: metricsPort === undefined })] },
    { metricsPort, internalPort: parts.internalPort },
  )
  server = createServer(plan.public)
  const { logger } = resources
  const internal = plan.internal && createServer(plan.internal.routes)
  if (plan.scrapes) await createServer(plan.scrapes.routes).listen({ host, port: plan.scrapes.port })
  if (internal && plan.internal) {
    const bound = await internal.listen({ host, port: plan.internal.port })
    logger.info('internal routes listen on a separate port', bound)
  }
  const bound = await server.listen({ host, port, reusePort: parts.sharesPort ?? false })
  const address = bound.host.includes(':') ? `[${bound.host}]` : bound.host
  logger.info(`${parts.name} listens on http://${address}:${bound.port}`, { ...bound, pid: process.pid })
  return {
    async drain(reason) {
      const drainBackground = parts.drainBackground?.(config.http.shutdownGraceMs)
      const servers = internal ? [server, internal] : [server]
      const drains = servers.map((each) => drainServer(each, logger, { reason, ...config.http }))
      await Promise.all([...drains, drainBackground])
    },
    async reportFatal(error) {
      logger.fatal('process is exiting after an unexpected error', { error })
      await flushLogs()
    },
  }
}

async function exportTraces(
  service: string,
  { release, traces: { url, ...rest } }: ServiceConfig,
  { logger, scope }: { logger: Logger; scope: AsyncDisposableStack },
): Promise<void> {
  if (url === undefined) return
  const exported = await startTraceExport({
    service,
    release,
    instanceId: nameReplica(),
    logger,
    url,
    ...rest,
  })
  scope.defer(exported.close)
}

type OwnListener = { port: number; routes: readonly Route[] }

type ListenerPlan = {
  public: readonly Route[]
  scrapes: OwnListener | undefined
  internal: OwnListener | undefined
}

/**
 * Decides which routes each listener serves. Routes with a separate port are served only there, so that a client of the
 * public port cannot reach them.
 */
export function planListeners(
  { routes, scrapes }: { routes: readonly Route[]; scrapes: readonly Route[] },
  { metricsPort, internalPort }: { metricsPort: number | undefined; internalPort: number | undefined },
): ListenerPlan {
  const isMoved = (route: Route) => internalPort !== undefined && route.isInternal === true
  const stays = routes.filter((route) => !isMoved(route))
  return {
    public: metricsPort === undefined ? [...stays, ...scrapes] : stays,
    scrapes: metricsPort === undefined ? undefined : { port: metricsPort, routes: scrapes },
    internal:
      internalPort === undefined
        ? undefined
        : { port: internalPort, routes: routes.filter((route) => isMoved(route) || route.isShared === true) },
  }
}

async function drainServer(
  server: HttpServer,
  logger: Logger,
  { reason, shutdownLeadMs, shutdownGraceMs }: ServiceConfig['http'] & { reason: string },
): Promise<void> {
  const active = server.drain.activeRequests()
  logger.info('draining', { reason, active_requests: active })
  const { cut } = await server.drain.start({ leadMs: shutdownLeadMs, graceMs: shutdownGraceMs })
  if (cut > 0) logger.warn('grace period over: open requests were cut off', { cut })
  logger.info('drained')
}

type OpenedResources = Omit<ServiceResources, 'isDraining'> & { flushLogs(): Promise<void> }

function openResources(name: string, config: ServiceConfig, scope: AsyncDisposableStack): OpenedResources {
  const clock = createSystemClock()
  const metrics = createMetrics(name)
  const openRedis = (connectionName: string, logger: Logger) => {
    const redis = createRedis({ url: config.redis.url, connectionName, logger })
    scope.defer(() => redis.disconnect())
    return redis
  }
  const stdout = createStdoutSink()
  scope.defer(stdout.flush)
  // The Redis clients log to stdout only: Redis cannot receive the message that it does not respond.
  const localLogger = createLogger({ service: name, level: config.log.level, sinks: [stdout] })
  // A separate connection, so that no request waits behind a batch of log lines. Its name has a hyphen because Redis
  // does not allow spaces in connection names.
  const logRedis = openRedis(`${name}-logs`, localLogger)
  const logSink = createLogSink({ redis: logRedis, clock, metrics, service: name })
  scope.defer(logSink.close)
  const redis = openRedis(name, localLogger)
  const logger = createLogger({ service: name, level: config.log.level, sinks: [stdout, logSink] })
  const { url, poolSizeMax } = config.postgres
  const servers = new ServerList(url.reveal())
  const postgres = createPostgres({
    url,
    servers,
    applicationName: `gatehouse ${name}`,
    poolSizeMax,
    logger,
    metrics,
  })
  scope.defer(postgres.close)
  // A separate connection, so that an instance whose pool is busy does not report the database as down. Its time limits
  // are short: the caller waits for at most 600 ms, and a dead connection blocks the next check.
  const checkPostgres = createPostgres({
    url,
    servers,
    applicationName: `gatehouse ${name} checks`,
    poolSizeMax: 1,
    connectTimeoutMs: 300,
    queryTimeoutMs: 500,
    logger,
  })
  scope.defer(checkPostgres.close)
  const checks = createDependencyChecks(clock, {
    database: () => checkPostgres.query('select 1'),
    cache: () => readTimesMs(redis),
  })
  createDeploymentMetrics(metrics, config.release, checkPostgres)
  const flushLogs = async () => {
    await Promise.all([stdout.flush(), logSink.close()])
  }
  return {
    clock,
    ids: createIds(clock),
    logger,
    metrics,
    postgres,
    shards: oneShard(postgres),
    redis,
    checks,
    flushLogs,
  }
}
