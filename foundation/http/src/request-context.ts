import type { Logger } from '@gatehouse/telemetry/create-logger'
import { type TraceContext, startRequestSpan } from '@gatehouse/telemetry/trace-context'
import type { FastifyRequest } from 'fastify'

/** What is known of a request from its first moment; passed down explicitly, never looked up. */
export type RequestContext = {
  requestId: string
  trace: TraceContext
  /** Undefined if the connection was gone before we could ask. */
  clientAddress: string | undefined
  logger: Logger
  /** Adds fields to the one line that is logged about this request. */
  note(fields: Readonly<Record<string, unknown>>): void
  /** The same for what is known only at the end: asked when the answer is out or its client is gone. */
  noteAtEnd(describe: () => Readonly<Record<string, unknown>>): void
  /** What was noted. */
  noted(): Readonly<Record<string, unknown>>
  setSpanAttributes(attributes: Readonly<Record<string, string | number | boolean>>): void
  endSpan(status: number): void
}

declare module 'fastify' {
  interface FastifyRequest {
    context: RequestContext
  }
}

export function createRequestContext(
  request: FastifyRequest,
  logger: Logger,
  clientAddress: string | undefined,
): RequestContext {
  const { span, trace } = startRequestSpan(
    `${request.method} ${request.routeOptions.url ?? 'unknown'}`,
    firstOf(request.headers['traceparent']),
  )
  let fields: Readonly<Record<string, unknown>> = {}
  let describeEnd: (() => Readonly<Record<string, unknown>>) | undefined
  return {
    requestId: request.id,
    trace,
    clientAddress,
    logger: logger.with({ request_id: request.id, trace_id: trace.traceId }),
    note(more) {
      fields = { ...fields, ...more }
    },
    noteAtEnd(describe) {
      describeEnd = describe
    },
    noted: () => ({ ...fields, ...describeEnd?.() }),
    setSpanAttributes: (attributes) => void span.setAttributes(attributes),
    endSpan(status) {
      span.setAttribute('http.response.status_code', status)
      span.end()
    },
  }
}

function firstOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
