import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Fault } from '@gatehouse/runtime/fault'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { z } from 'zod'
import type { RequestContext } from './requests/request-context.ts'

/** What a route may use of a request. Both the framework's requests and those of direct routes have it. */
export type HttpRequest = {
  readonly id: string
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly query: unknown
  readonly params: unknown
  readonly body: unknown
  readonly raw: IncomingMessage
  readonly context: RequestContext
}

export type HttpReply = {
  readonly raw: ServerResponse
  code(status: number): HttpReply
  header(name: string, value: string | number): HttpReply
  headers(values: Readonly<Record<string, string | number>>): HttpReply
  send(body?: unknown): HttpReply
  /** The route answers through `raw`. */
  hijack(): HttpReply
}

/** What the API documentation says about a route, in addition to its path, method and statuses. */
export type RouteDocs = {
  /** One line, in the imperative. */
  summary: string
  description?: string
  /** Heading under which the route is listed. */
  tag: string
  query?: z.ZodObject
  /** Schema of a JSON request body. */
  body?: z.ZodType
  /** Schema of the success body. */
  answer?: z.ZodType
  /** Content type of an answer that is not JSON. */
  answerContentType?: string
  /** Error statuses that use the success body schema, such as a health check's 503. */
  errorStatusesWithAnswer?: readonly number[]
  /** Status → when it is sent, where the status alone does not say. */
  when?: Readonly<Record<number, string>>
}

/**
 * A route is data: its method and path, every status it may answer with, and its handler. A rule in tests/tidy checks
 * that each declared status has a test beside the route.
 */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  statuses: readonly number[]
  bodyLimitBytes?: number
  /** Logs requests at debug level: probes and scrapes come every few seconds and would bury the other lines. */
  isQuiet?: boolean
  /** For our own services and operators: served only on the internal listener, if the service has one. */
  isInternal?: boolean
  /** Served on both the public and the internal listener. */
  isShared?: boolean
  /** Also answers browsers that ask for a page at an unknown path. Clients that do not accept HTML get the error body. */
  answersUnknownPages?: boolean
  docs?: RouteDocs
  /** The handler receives the body as bytes, whatever its content type. */
  takesRawBody?: boolean
  /** The handler reads the body from the socket itself, once it has decided to accept it: see `readBody`. */
  readsBodyItself?: boolean
  /**
   * Serves requests whose path is spelled exactly as `path` without the framework, whose work a model call would pay for
   * each time. Only for routes that read their body themselves and use neither query nor parameters.
   */
  isDirect?: boolean
  earlyRejection?: EarlyRejection
  handle(request: HttpRequest, reply: HttpReply): Promise<unknown>
  /** Serves WebSocket upgrades at this path. */
  upgrade?: Upgrade
}

/** Asked about every request before anything else is done for it. If it is due, the fault is sent at once. */
export type EarlyRejection = { isDue(): boolean; fault: Fault }

export type UpgradeContext = { requestId: string; clientAddress: string | undefined; logger: Logger }

/** Takes over upgraded connections, and asks them to end when the server stops. */
export type Upgrade = {
  accept(
    request: IncomingMessage,
    connection: { socket: Duplex; head: Buffer },
    context: UpgradeContext,
  ): void
  end(): void
}

export function defineRoute(route: Route): Route {
  return route
}
