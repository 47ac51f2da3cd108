// One provider call with nothing around it: undici's dispatch writing to the raw response, back-pressure both
// ways, and a client that hangs up cancels the provider's work.
import type { ServerResponse } from 'node:http'
import type { HttpReply, HttpRequest } from '@gatehouse/http/define-route'
import { Fault } from '@gatehouse/runtime/fault'
import { formatTraceparent } from '@gatehouse/telemetry/trace-context'
import type { Dispatcher } from 'undici'

// Answers name no provider: only these of its headers reach the client.
const forwardedHeaders = new Set(['content-type', 'cache-control'])

export function passThrough(
  deps: { agent: Dispatcher; providerUrl: string },
  request: HttpRequest,
  reply: HttpReply,
): Promise<void> {
  const provider = new URL(deps.providerUrl)
  const outcome = Promise.withResolvers<void>()
  deps.agent.dispatch(
    {
      origin: provider.origin,
      path: `${provider.pathname.replace(/\/$/, '')}/chat/completions`,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        traceparent: formatTraceparent(request.context.trace),
      },
      body: request.body as Buffer,
    },
    createForwarder(reply, outcome),
  )
  return outcome.promise
}

function createForwarder(reply: HttpReply, outcome: PromiseWithResolvers<void>): Dispatcher.DispatchHandler {
  const response = reply.raw
  return {
    onRequestStart(controller) {
      response.once('close', () => {
        if (!response.writableFinished) controller.abort(new Error('the client hung up'))
      })
    },
    onResponseStart(_controller, status, headers) {
      reply.hijack()
      writeHead(response, status, { headers, requestId: reply.request.id })
    },
    onResponseData(controller, chunk) {
      if (response.write(chunk)) return
      controller.pause()
      response.once('drain', () => controller.resume())
    },
    onResponseEnd() {
      response.end()
      outcome.resolve()
    },
    onResponseError(_controller, error) {
      if (!response.headersSent) return outcome.reject(providerFailed(error))
      // The head is out: only a broken connection can still tell the client that the answer is not whole.
      response.destroy()
      outcome.resolve()
    },
  }
}

function writeHead(
  response: ServerResponse,
  status: number,
  { headers, requestId }: { headers: Record<string, string | string[] | undefined>; requestId: string },
): void {
  response.statusCode = status
  response.setHeader('x-request-id', requestId)
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && forwardedHeaders.has(name)) response.setHeader(name, value)
  }
  response.flushHeaders()
}

function providerFailed(cause: unknown): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'gateway.provider_failed',
    publicMessage: 'The model did not answer. Try again shortly.',
    cause,
    retryAfterMs: 1_000,
  })
}
