// Routes behind the real HTTP server on a free port, with logs and metrics that a test can read.
import {
  type HttpServer,
  type HttpServerOptions,
  type TimeLimits,
  createHttpServer,
} from '@gatehouse/http/create-http-server'
import type { Route } from '@gatehouse/http/define-route'
import { type TranslateFault, toProblem } from '@gatehouse/http/fault-response'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import type { AddressRange } from '@gatehouse/runtime/config-fields'
import { type LogEntry, createLogger } from '@gatehouse/telemetry/create-logger'
import { type Metrics, createMetrics } from '@gatehouse/telemetry/create-metrics'

export type TestHttp = AsyncDisposable & {
  url: string
  port: number
  server: HttpServer
  metrics: Metrics
  logs: LogEntry[]
}

export type TestHttpOptions = {
  translateFault?: TranslateFault
  trustedProxies?: readonly AddressRange[]
  timeLimits?: TimeLimits
  connectionLimits?: HttpServerOptions['connectionLimits']
  crossOrigin?: HttpServerOptions['crossOrigin']
}

export async function startTestHttp(
  routes: readonly Route[],
  options: TestHttpOptions = {},
): Promise<TestHttp> {
  const clock = createSystemClock()
  const logs: LogEntry[] = []
  const metrics = createMetrics('test')
  const server = createHttpServer({
    routes,
    translateFault: options.translateFault ?? toProblem,
    trustedProxies: options.trustedProxies ?? [],
    clock,
    ids: createIds(clock),
    logger: createLogger({
      service: 'test',
      level: 'debug',
      sinks: [{ write: (line) => void logs.push(JSON.parse(line) as LogEntry) }],
    }),
    metrics,
    crossOrigin: options.crossOrigin,
    ...(options.timeLimits ? { timeLimits: options.timeLimits } : {}),
    ...(options.connectionLimits ? { connectionLimits: options.connectionLimits } : {}),
  })
  const { port } = await server.listen({ host: '127.0.0.1', port: 0 })
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    server,
    metrics,
    logs,
    [Symbol.asyncDispose]: () => server.close(),
  }
}
