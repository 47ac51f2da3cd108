import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Upgrade } from './connections/upgrade.ts'

// Services see these names only: that the framework is Fastify is this package's business.
export type HttpRequest = FastifyRequest
export type HttpReply = FastifyReply

/** What the API's documentation says of a route; its statuses are said by the route itself. */
export type RouteDocs = {
  /** One line, in the imperative. */
  summary: string
  description?: string
  /** Under which heading it stands. */
  tag: string
  query?: z.ZodObject
  /** Of a body in JSON. */
  body?: z.ZodType
  /** Of the answer that is no error. */
  answer?: z.ZodType
  /** Where the answer is not JSON. */
  answerContentType?: string
  /** Statuses of errors that come with the same body all the same, such as the 503 of a health check. */
  answeredAlsoAt?: readonly number[]
  /** Status → when it is answered, where that does not go without saying. */
  when?: Readonly<Record<number, string>>
}

/**
 * A route is data: what it answers to, every status it may answer with, and the work. Each declared status has a
 * test file of its name beside the route, which a tidy test checks.
 */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  statuses: readonly number[]
  bodyLimitBytes?: number
  /** Probes and scrapes come every few seconds; their log lines would bury the others. */
  isQuiet?: boolean
  /** For our own services and operators: on the internal listener, where a service has one, and there alone. */
  isInternal?: boolean
  /** On the public and the internal listener. */
  isShared?: boolean
  docs?: RouteDocs
  /** The handler wants the body as the bytes that came, whatever their type. */
  takesRawBody?: boolean
  /** The handler reads the body from the socket itself, after it has decided whether it wants it: see `readBody`. */
  readsBodyItself?: boolean
  handle(request: HttpRequest, reply: HttpReply): Promise<unknown>
  /** For clients that ask for a WebSocket at this path. */
  upgrade?: Upgrade
}

export function defineRoute(route: Route): Route {
  return route
}
