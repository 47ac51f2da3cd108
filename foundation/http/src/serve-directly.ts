// Serves the routes that carry nearly all requests without the framework. A request gets the same as with it: an id, a context,
// its log line and measurement, the checks of its head, and the service's one table of faults.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault } from '@gatehouse/runtime/fault'
import type { Ids } from '@gatehouse/runtime/ids'
import type { FaultAnswer } from './answer-fault.ts'
import { type CrossOrigin, addCrossOriginHeaders } from './cross-origin.ts'
import type { HttpReply, HttpRequest, Route } from './define-route.ts'
import type { RequestContext } from './requests/request-context.ts'
import type { StartRequest } from './requests/start-request.ts'

type DirectServerDeps = {
  routes: readonly Route[]
  ids: Ids
  crossOrigin?: CrossOrigin | undefined
  startRequest: StartRequest
  /** Why the request cannot be served, whatever its route. */
  findRefusal(request: IncomingMessage, response: ServerResponse): Fault | undefined
  toAnswer: FaultAnswer
}

/** Returns true if it serves the request. A path that is spelled otherwise is left to the framework's router. */
export type ServeDirectly = (request: IncomingMessage, response: ServerResponse) => boolean

export function createDirectServer(deps: DirectServerDeps): ServeDirectly {
  const { ids, crossOrigin, startRequest, findRefusal, toAnswer } = deps
  const direct = deps.routes.filter(({ isDirect }) => isDirect)
  const byTarget = new Map(direct.map((route) => [`${route.method} ${route.path}`, route]))

  async function serve(route: Route, request: DirectRequest, reply: DirectReply): Promise<void> {
    try {
      const refusal = findRefusal(request.raw, reply.raw)
      if (refusal) throw refusal
      const result = await request.context.run(() => route.handle(request, reply))
      if (!reply.isOver && result !== undefined) reply.send(result)
    } catch (thrown) {
      const { status, headers, body } = toAnswer(thrown, request)
      if (!reply.isOver) reply.code(status).headers(headers).send(body)
    }
  }

  return (raw, response) => {
    const { method = '', url = '', headers } = raw
    const route = byTarget.get(`${method} ${url}`)
    if (!route) return false
    const id = ids.uuid()
    const observed = { url: route.path, isQuiet: route.isQuiet ?? false }
    const context = startRequest({ id, method, headers, raw }, response, observed)
    if (crossOrigin) addCrossOriginHeaders(crossOrigin, raw, response)
    void serve(route, new DirectRequest(raw, context), new DirectReply(id, response))
    return true
  }
}

class DirectRequest implements HttpRequest {
  readonly id: string
  readonly raw: IncomingMessage
  readonly context: RequestContext
  readonly query = undefined
  readonly params = undefined
  readonly body = undefined

  constructor(raw: IncomingMessage, context: RequestContext) {
    this.id = context.requestId
    this.raw = raw
    this.context = context
  }

  get method(): string {
    return this.raw.method ?? ''
  }

  get url(): string {
    return this.raw.url ?? ''
  }

  get headers(): HttpRequest['headers'] {
    return this.raw.headers
  }
}

class DirectReply implements HttpReply {
  readonly raw: ServerResponse
  readonly #headers: Record<string, string | number>
  #isHijacked = false

  constructor(requestId: string, raw: ServerResponse) {
    this.raw = raw
    this.#headers = { 'x-request-id': requestId }
  }

  /** The answer has begun, or the route makes it without this object. */
  get isOver(): boolean {
    return this.#isHijacked || this.raw.headersSent
  }

  code(status: number): this {
    this.raw.statusCode = status
    return this
  }

  header(name: string, value: string | number): this {
    this.#headers[name] = value
    return this
  }

  headers(values: Readonly<Record<string, string | number>>): this {
    Object.assign(this.#headers, values)
    return this
  }

  /** Sends text as it is, and anything else as JSON. */
  send(body: unknown): this {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const contentType = String(this.#headers['content-type'] ?? 'application/json')
    this.#headers['content-type'] = contentType.endsWith('json')
      ? `${contentType}; charset=utf-8`
      : contentType
    this.#headers['content-length'] = Buffer.byteLength(text)
    this.raw.writeHead(this.raw.statusCode, this.#headers)
    this.raw.end(text)
    return this
  }

  hijack(): this {
    this.#isHijacked = true
    return this
  }
}
