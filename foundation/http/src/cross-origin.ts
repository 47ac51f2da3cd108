// Lets the pages of one origin read the answers of some routes in a browser (CORS). Requests carry their credential in a
// header, never in a cookie, so credentials are not allowed.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpReply, HttpRequest } from './define-route.ts'

export type CrossOrigin = {
  /** The one origin that is allowed, as browsers send it: https://console.example */
  origin: string
  /** Only paths that begin with this prefix. */
  pathPrefix: string
  /** Headers that a page may send and read. */
  requestHeaders: readonly string[]
  answerHeaders: readonly string[]
}

const methods = 'GET, POST'
// How long a browser may cache a preflight, in seconds; Chromium caps it at two hours.
const preflightMaxAge = '7200'

/**
 * Adds the headers for a page of the allowed origin, and returns whether the request came from one. They are set on the
 * socket's response, so that answers that bypass the framework, such as streams, have them.
 */
export function addCrossOriginHeaders(
  { origin, pathPrefix, answerHeaders }: CrossOrigin,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (!request.url?.startsWith(pathPrefix)) return false
  response.setHeader('vary', 'origin')
  if (request.headers.origin !== origin) return false
  response.setHeader('access-control-allow-origin', origin)
  if (!isPreflight(request)) response.setHeader('access-control-expose-headers', answerHeaders.join(', '))
  return true
}

/** Adds the headers, and answers a preflight. Returns true if it has answered. */
export function allowCrossOrigin(
  crossOrigin: CrossOrigin,
  { raw: request }: HttpRequest,
  reply: HttpReply,
): boolean {
  if (!addCrossOriginHeaders(crossOrigin, request, reply.raw) || !isPreflight(request)) return false
  reply.raw.setHeader('access-control-allow-methods', methods)
  reply.raw.setHeader('access-control-allow-headers', crossOrigin.requestHeaders.join(', '))
  reply.raw.setHeader('access-control-max-age', preflightMaxAge)
  void reply.code(204).send()
  return true
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}
