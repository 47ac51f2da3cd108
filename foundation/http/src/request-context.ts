import type { Logger } from '@gatehouse/telemetry/create-logger'
import {
  type ClientSpan,
  type PastSpan,
  type SpanAttributes,
  addPastSpans,
  startClientSpan,
  withSpan,
} from '@gatehouse/telemetry/spans'
import { type TraceContext, startRequestSpan } from '@gatehouse/telemetry/trace-context'
import type { FastifyRequest } from 'fastify'

/** What is known about a request from its first moment; passed down explicitly, never looked up. */
export type RequestContext = {
  requestId: string
  trace: TraceContext
  /** Undefined if the connection was closed before its address could be read. */
  clientAddress: string | undefined
  logger: Logger
  /** Adds fields to the one line that is logged about this request. */
  addLogFields(fields: Readonly<Record<string, unknown>>): void
  /** Adds fields known only at the end: `describe` is called when the answer is sent or the client has disconnected. */
  addLogFieldsAtEnd(describe: () => Readonly<Record<string, unknown>>): void
  /** All recorded fields. */
  logFields(): Readonly<Record<string, unknown>>
  setSpanAttributes(attributes: SpanAttributes): void
  /** Starts the span of a request to another server. */
  startClientSpan(name: string, attributes: SpanAttributes): ClientSpan
  /** Adds spans for steps that have ended; `describe` is called only if this request is traced. */
  addPastSpans(describe: () => readonly PastSpan[]): void
  /** Runs the request's work inside its span. */
  run<T>(work: () => T): T
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
    addLogFields(more) {
      fields = { ...fields, ...more }
    },
    addLogFieldsAtEnd(describe) {
      describeEnd = describe
    },
    logFields: () => ({ ...fields, ...describeEnd?.() }),
    setSpanAttributes: (attributes) => void span.setAttributes(attributes),
    startClientSpan: (name, attributes) => startClientSpan(span, trace, { name, attributes }),
    addPastSpans(describe) {
      if (span.isRecording()) addPastSpans(span, describe())
    },
    run: (work) => withSpan(span, work),
    endSpan(status) {
      span.setAttribute('http.response.status_code', status)
      span.end()
    },
  }
}

function firstOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
