import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Upgrade } from './connections/serve-upgrades.ts'

// Services see these names only: that the framework is Fastify is this package's business.
export type HttpRequest = FastifyRequest
export type HttpReply = FastifyReply

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
