// Lets the pages of one origin read the answers of some routes in a browser (CORS). Requests carry their credential in a
// header, never in a cookie, so credentials are not allowed.
import type { FastifyReply, FastifyRequest } from 'fastify'

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
 * Adds the headers for a page of the allowed origin. Returns true if the request was a preflight and has been answered.
 * The headers are set on the socket's response, so that answers that bypass the framework, such as streams, have them.
 */
export function allowCrossOrigin(
  { origin, pathPrefix, requestHeaders, answerHeaders }: CrossOrigin,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  if (!request.url.startsWith(pathPrefix)) return false
  reply.raw.setHeader('vary', 'origin')
  if (request.headers.origin !== origin) return false
  reply.raw.setHeader('access-control-allow-origin', origin)
  const isPreflight =
    request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
  if (!isPreflight) {
    reply.raw.setHeader('access-control-expose-headers', answerHeaders.join(', '))
    return false
  }
  reply.raw.setHeader('access-control-allow-methods', methods)
  reply.raw.setHeader('access-control-allow-headers', requestHeaders.join(', '))
  reply.raw.setHeader('access-control-max-age', preflightMaxAge)
  void reply.code(204).send()
  return true
}
