// The HTTP server that every service runs: limits on size and time that the framework leaves open, one error shape, a
// request id on every answer, and a graceful drain. A service adds its routes and its error body.
import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  createServer,
} from 'node:http'
import type { Clock } from '@gatehouse/runtime/clock'
import type { AddressRange } from '@gatehouse/runtime/config-fields'
import type { Fault } from '@gatehouse/runtime/fault'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { findAmbiguity } from './refusals/ambiguous-head.ts'
import { createParserErrorAnswer } from './refusals/answer-parser-error.ts'
import { createTrustedProxies } from './requests/client-address.ts'
import { type CrossOrigin, allowCrossOrigin } from './cross-origin.ts'
import type { Route } from './define-route.ts'
import { type Drain, createDrain } from './connections/drain.ts'
import { cutUnreadAnswers } from './connections/cut-unread-answers.ts'
import { type ConnectionLimits, limitConnections } from './connections/limit-connections.ts'
import { createPendingAnswers } from './refusals/pending-answers.ts'
import { createEarlyRejection } from './refusals/reject-early.ts'
import type { FaultResponse, TranslateFault } from './fault-response.ts'
import { type FaultAnswer, createFaultAnswer } from './answer-fault.ts'
import { ambiguousHead, draining, fromThrown, methodNotAllowed, unknownRoute } from './http-faults.ts'
import type { RequestContext } from './requests/request-context.ts'
import { createDirectServer } from './serve-directly.ts'
import { type StartRequest, createRequestStart } from './requests/start-request.ts'
import { createUpgrades } from './connections/serve-upgrades.ts'

export type HttpServerOptions = {
  routes: readonly Route[]
  translateFault: TranslateFault
  trustedProxies: readonly AddressRange[]
  clock: Clock
  ids: Ids
  logger: Logger
  metrics: Metrics
  timeLimits?: TimeLimits
  /** No limit if omitted, as in tests. */
  connectionLimits?: ConnectionLimits
  /** Pages of no other origin may read answers; of none if omitted. */
  crossOrigin?: CrossOrigin | undefined
}

export type TimeLimits = typeof defaultTimeLimits

/** With `reusePort` other processes of the same user may listen on the port too. */
type ListenAddress = { host: string; port: number; reusePort?: boolean }

export type HttpServer = {
  listen(address: ListenAddress): Promise<{ host: string; port: number }>
  drain: Drain
  close(): Promise<void>
}

const kibibyte = 1_024
export const defaultBodyLimitBytes = 1_024 * kibibyte

// Connections that the kernel accepts while the process is busy; beyond them it drops the client's first packet, which
// the client sends again after a second. The kernel reduces it to its own limit (`net.core.somaxconn`).
const backlog = 4_096

const defaultTimeLimits = {
  headMs: 10_000,
  // Covers the whole request, body included: 32 MiB over a slow line must fit.
  requestMs: 60_000,
  // Longer than the idle limit of common load balancers, so that the load balancer closes first.
  keepAliveMs: 72_000,
  // Longer than a browser takes to ask its user where to save a file.
  stallMs: 60_000,
  // Interval at which Node looks for overdue requests, and we for unread answers; with Node's default of 30 s the limits
  // above would not hold.
  checkEveryMs: 1_000,
}

const frameworkOptions = {
  logger: false,
  bodyLimit: defaultBodyLimitBytes,
  requestIdHeader: false,
  // We drain before we close, so closing only has to cut the remaining connections. They must be closed by force: a
  // connection on which nothing was ever sent does not count as idle and would keep the server open until its time limit.
  return503OnClosing: false,
  forceCloseConnections: true,
} as const

export function createHttpServer(options: HttpServerOptions): HttpServer {
  const timeLimits = options.timeLimits ?? defaultTimeLimits
  const startRequest = createRequestStart(options)
  const setUpRequest = toRequestSetup(startRequest)
  const toAnswer = createFaultAnswer(options)
  const pendingAnswers = createPendingAnswers()
  const rejectEarly = createEarlyRejection(options)
  const trustedProxies = createTrustedProxies(options.trustedProxies)
  const upgrades = createUpgrades({
    ...options,
    trustedProxies,
    isServing: () => drain.phase() !== 'finishing',
  })
  const serveDirectly = createDirectServer({
    ...options,
    startRequest,
    toAnswer,
    findRefusal: (request, response) => findRefusal(request, response, drain),
  })
  const app = fastify({
    ...frameworkOptions,
    serverFactory: (handle) =>
      createNodeServer(timeLimits, upgrades.isUpgrade, (request, response) => {
        const isServing = drain.phase() === 'serving'
        if (isServing && rejectEarly?.(request, response))
          return pendingAnswers.addAnswered(request, response)
        pendingAnswers.add(request, response)
        if (!serveDirectly(request, response)) handle(request, response)
      }),
    genReqId: () => options.ids.uuid(),
    clientErrorHandler: createParserErrorAnswer({ ...options, pendingAnswers }),
    // A path that the router cannot parse reaches no hook and no handler, so the whole answer is made here.
    frameworkErrors(error, request, reply) {
      setUpRequest(request, reply)
      void send(reply, options.translateFault(fromThrown(error), request.id))
    },
  })
  app.server.on('upgrade', upgrades.accept)
  // We ignore an unknown Expect header; Node would refuse it with a 417 without a body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  const drain = createDrain(app.server, options.clock, upgrades.end)
  cutUnreadAnswers(app.server, timeLimits, options)
  if (options.connectionLimits)
    limitConnections(app.server, options.connectionLimits, { ...options, trustedProxies })
  app.decorateRequest('context')
  addRequestHook(app, setUpRequest, { ...options, drain })
  addErrorHandler(app, toAnswer, setUpRequest)
  acceptRawBodies(app)
  for (const route of options.routes) addRoute(app, route)

  return {
    drain,
    async listen(address) {
      await app.listen({ ...address, backlog })
      const bound = app.server.address()
      return { host: address.host, port: typeof bound === 'object' && bound ? bound.port : address.port }
    },
    close() {
      upgrades.destroy()
      return app.close()
    },
  }
}

function createNodeServer(
  timeLimits: TimeLimits,
  isUpgrade: (request: IncomingMessage) => boolean,
  serve: RequestListener,
): Server {
  const options = {
    headersTimeout: timeLimits.headMs,
    connectionsCheckingInterval: timeLimits.checkEveryMs,
    maxHeaderSize: 16 * kibibyte,
    // Node would send its own 400 without a body; `findRefusal` checks for the header instead.
    requireHostHeader: false,
    shouldUpgradeCallback: isUpgrade,
  }
  const server = createServer(options, serve)
  server.keepAliveTimeout = timeLimits.keepAliveMs
  server.requestTimeout = timeLimits.requestMs
  return server
}

function addRequestHook(
  app: FastifyInstance,
  setUpRequest: RequestSetup,
  { drain, routes, crossOrigin }: Pick<HttpServerOptions, 'routes' | 'crossOrigin'> & { drain: Drain },
): void {
  const missingRoute = createMissingRoute(routes)
  const unknownPages = routes.find(({ answersUnknownPages }) => answersUnknownPages)
  const answerUnknown = async (request: FastifyRequest, reply: FastifyReply) => {
    const fault = missingRoute(request)
    if (!unknownPages || fault.kind !== 'not_found' || !wantsPage(request)) throw fault
    await unknownPages.handle(request, reply)
  }
  // With a callback, because every request passes here and a promise costs more than the checks.
  app.addHook('onRequest', (request, reply, done) => {
    setUpRequest(request, reply)
    if (crossOrigin && allowCrossOrigin(crossOrigin, request, reply)) return
    const refusal = findRefusal(request.raw, reply.raw, drain) ?? findMissingPart(request)
    if (refusal || !request.is404) return done(refusal)
    // Refused here and not in the framework's own 404 handler, which runs only after the whole body was read into
    // memory.
    return answerUnknown(request, reply)
  })
}

/** Browsers name text/html when they open an address; scripts, curl and API clients do not. */
function wantsPage({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '')
}

function addRoute(app: FastifyInstance, route: Route): void {
  const options = {
    method: route.method,
    url: route.path,
    ...(route.bodyLimitBytes === undefined ? {} : { bodyLimit: route.bodyLimitBytes }),
    config: { isQuiet: route.isQuiet ?? false, takesRawBody: route.takesRawBody ?? false },
    handler: (request: FastifyRequest, reply: FastifyReply) =>
      request.context.run(() => route.handle(request, reply)),
  }
  if (!route.readsBodyItself) return void app.route(options)
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.route(options)
  })
}

type RequestSetup = (request: FastifyRequest, reply: FastifyReply) => void

function toRequestSetup(startRequest: StartRequest): RequestSetup {
  return (request, reply) => {
    const { url = 'unknown', config } = request.routeOptions
    request.context = startRequest(request, reply.raw, { url, isQuiet: config.isQuiet ?? false })
    reply.header('x-request-id', request.id)
  }
}

function findRefusal(
  { rawHeaders, url = '', httpVersion }: IncomingMessage,
  response: ServerResponse,
  drain: Drain,
): Fault | undefined {
  if (drain.phase() !== 'serving') response.shouldKeepAlive = false
  if (drain.phase() === 'finishing') return draining()
  const ambiguity = findAmbiguity(rawHeaders, url, httpVersion)
  if (ambiguity === undefined) return undefined
  response.shouldKeepAlive = false
  return ambiguousHead(ambiguity)
}

/** The router matches `/things/` to `/things/:id` with an empty id. */
function findMissingPart(request: FastifyRequest): Fault | undefined {
  const isPartMissing = Object.values(request.params ?? {}).includes('')
  return isPartMissing ? unknownRoute(request.method, pathOf(request)) : undefined
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/'
}

function createMissingRoute(routes: readonly Route[]): (request: FastifyRequest) => Fault {
  const methodsOf = createMethodTable(routes)
  return (request) => {
    const path = pathOf(request)
    const methods = methodsOf(path)
    // If a route with this method matches the path and the request was still not found, the answer is 404, not 405.
    const isOtherMethod = methods.size > 0 && !methods.has(request.method)
    return isOtherMethod
      ? methodNotAllowed(request.method, path, [...methods])
      : unknownRoute(request.method, path)
  }
}

function addErrorHandler(app: FastifyInstance, toAnswer: FaultAnswer, setUpRequest: RequestSetup): void {
  app.setErrorHandler((thrown, request, reply) => {
    // A method that the parser knows but the router does not, such as those of RTSP, reaches no hook.
    if (!request.context) setUpRequest(request, reply)
    return send(reply, toAnswer(thrown, request))
  })
}

function createMethodTable(routes: readonly Route[]): (path: string) => ReadonlySet<string> {
  const pathShapes = routes.map(({ method, path }) => {
    const escaped = path.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    const shape = escaped.replaceAll(/:[^/]+/g, '[^/]+').replace(/\*$/, '.+')
    return { method, shape: new RegExp(`^${shape}$`) }
  })
  return (path) => new Set(pathShapes.filter(({ shape }) => shape.test(path)).map(({ method }) => method))
}

function send(reply: FastifyReply, response: FaultResponse): FastifyReply {
  return reply.code(response.status).headers(response.headers).send(response.body)
}

/** A route that takes raw bytes receives them unparsed; every other route accepts JSON only. */
function acceptRawBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.takesRawBody) return done(null, body)
    if (!/^application\/(?:[a-z.+-]+\+)?json\b/i.test(request.headers['content-type'] ?? '')) {
      return done(Object.assign(new Error('not JSON'), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' }))
    }
    return parseJson(request, body.toString('utf8'), done)
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    context: RequestContext
  }
  interface FastifyContextConfig {
    isQuiet?: boolean
    takesRawBody?: boolean
  }
}
