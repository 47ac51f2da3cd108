// One provider call with nothing around it: undici's dispatch writing to the raw response, back-pressure both
// ways. A client that hangs up, at whatever moment, or that stops reading cancels the provider's work.
import type { ServerResponse } from 'node:http'
import type { HttpReply, HttpRequest } from '@gatehouse/http/define-route'
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import { formatTraceparent } from '@gatehouse/telemetry/trace-context'
import type { Dispatcher } from 'undici'

export type PassThroughDeps = { agent: Dispatcher; providerUrl: string; clock: Clock }

// Answers name no provider: only these of its headers reach the client.
const forwardedHeaders = new Set(['content-type', 'cache-control'])

// A reader on a bad line takes what waits for it, at most some ten kilobytes, long before this.
const readerPauseMsMax = 30_000

export function passThrough(deps: PassThroughDeps, request: HttpRequest, reply: HttpReply): Promise<void> {
  const provider = new URL(deps.providerUrl)
  const outcome = Promise.withResolvers<void>()
  const forwarder = createForwarder(reply, deps.clock, outcome)
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
    forwarder,
  )
  return outcome.promise
}

function createForwarder(
  reply: HttpReply,
  clock: Clock,
  outcome: PromiseWithResolvers<void>,
): Dispatcher.DispatchHandler {
  const response = reply.raw
  const reader = watchReader(response, clock)
  let started: Dispatcher.DispatchController | undefined
  // Before the call is dispatched: it may wait for a connection while the client already leaves.
  const onClose = () => {
    if (response.writableFinished) return
    started?.abort(new Error('the client hung up'))
    // Nobody is left to answer, and the provider did nothing wrong.
    reply.hijack()
    outcome.resolve()
  }
  if (response.destroyed) onClose()
  else response.once('close', onClose)
  return {
    onRequestStart(controller) {
      started = controller
      if (response.destroyed) controller.abort(new Error('the client hung up'))
    },
    onResponseStart(controller, status, headers) {
      // Something like "early hints", which the answer follows.
      if (status < 200) return
      if (status !== 200) return controller.abort(new Error(`the provider answered ${status}`))
      reply.hijack()
      writeHead(response, { headers, requestId: reply.request.id })
    },
    onResponseData(controller, chunk) {
      if (response.write(chunk)) return
      controller.pause()
      reader.expect()
      response.once('drain', () => controller.resume())
    },
    onResponseEnd() {
      response.end()
      reader.expect()
      outcome.resolve()
    },
    onResponseError(_controller, error) {
      // Ignored if the client hung up: then the outcome is known already.
      if (!response.headersSent) return outcome.reject(providerFailed(error))
      // The head is out: only a broken connection can still tell the client that the answer is not whole.
      response.destroy()
      outcome.resolve()
    },
  }
}

/** Breaks the connection of a reader that is expected to read and does not: it would hold the call for ever. */
function watchReader(response: ServerResponse, clock: Clock): { expect(): void } {
  let timer: Timer | undefined
  const stop = () => {
    timer?.cancel()
    timer = undefined
  }
  response.on('drain', stop)
  response.once('finish', stop)
  response.once('close', stop)
  return {
    expect() {
      if (!response.writableFinished) timer ??= clock.after(readerPauseMsMax, () => response.destroy())
    },
  }
}

function writeHead(
  response: ServerResponse,
  { headers, requestId }: { headers: Record<string, string | string[] | undefined>; requestId: string },
): void {
  response.statusCode = 200
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
