import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import {
  type ClientSpan,
  type PastSpan,
  type SpanAttributes,
  addPastSpans,
  startClientSpan,
  withSpan,
} from '@gatehouse/telemetry/spans'
import { type RequestSpan, type TraceContext, startRequestSpan } from '@gatehouse/telemetry/trace-context'

export type LogFields = Record<string, unknown>

/** What is known about a request from its first moment; passed down explicitly, never looked up. */
export type RequestContext = {
  readonly requestId: string
  readonly trace: TraceContext
  /** Undefined if the connection was closed before its address could be read. */
  readonly clientAddress: string | undefined
  readonly logger: Logger
  /** Adds fields to the one line that is logged about this request. */
  addLogFields(fields: Readonly<LogFields>): void
  /** Adds fields known only at the end: `describe` is called when the answer is sent or the client has disconnected. */
  addLogFieldsAtEnd(describe: (fields: LogFields) => void): void
  /** The fields recorded so far. */
  logFields(): Readonly<LogFields>
  /** `describe` is called only if this request is traced. */
  setSpanAttributes(describe: () => SpanAttributes): void
  /** Starts the span of a request to another server. */
  startClientSpan(name: string, attributes: SpanAttributes): ClientSpan
  /** Adds spans for steps that have ended; `describe` is called only if this request is traced. */
  addPastSpans(describe: () => readonly PastSpan[]): void
  /** Runs the request's work inside its span. */
  run<T>(work: () => T): T
  /** Ends the span, and returns the fields of the request's line. */
  end(status: number): LogFields
}

type RequestHead = { id: string; method: string; headers: IncomingHttpHeaders }

export type ContextOptions = {
  /** The pattern of the route. */
  route: string
  clientAddress: string | undefined
}

export function createRequestContext(
  request: RequestHead,
  logger: Logger,
  options: ContextOptions,
): RequestContext {
  return new SpannedContext(request, logger, options)
}

/** A class rather than an object of closures, because one is created for every request and few of its methods are called. */
class SpannedContext implements RequestContext {
  readonly requestId: string
  readonly trace: TraceContext
  readonly clientAddress: string | undefined
  readonly #span: RequestSpan['span']
  readonly #serviceLogger: Logger
  #logger: Logger | undefined
  readonly #fields: LogFields = {}
  #describeEnd: ((fields: LogFields) => void) | undefined

  constructor(
    { id, method, headers }: RequestHead,
    logger: Logger,
    { route, clientAddress }: ContextOptions,
  ) {
    const { span, trace } = startRequestSpan(`${method} ${route}`, firstOf(headers['traceparent']))
    this.requestId = id
    this.trace = trace
    this.clientAddress = clientAddress
    this.#span = span
    this.#serviceLogger = logger
  }

  get logger(): Logger {
    this.#logger ??= this.#serviceLogger.with({ request_id: this.requestId, trace_id: this.trace.traceId })
    return this.#logger
  }

  addLogFields(fields: Readonly<LogFields>): void {
    Object.assign(this.#fields, fields)
  }

  addLogFieldsAtEnd(describe: (fields: LogFields) => void): void {
    this.#describeEnd = describe
  }

  logFields(): Readonly<LogFields> {
    return this.#fields
  }

  setSpanAttributes(describe: () => SpanAttributes): void {
    if (this.#span.isRecording()) this.#span.setAttributes(describe())
  }

  startClientSpan(name: string, attributes: SpanAttributes): ClientSpan {
    return startClientSpan(this.#span, this.trace, { name, attributes })
  }

  addPastSpans(describe: () => readonly PastSpan[]): void {
    if (this.#span.isRecording()) addPastSpans(this.#span, describe())
  }

  run<T>(work: () => T): T {
    return withSpan(this.#span, work)
  }

  end(status: number): LogFields {
    this.#describeEnd?.(this.#fields)
    this.#span.setAttribute('http.response.status_code', status)
    this.#span.end()
    return this.#fields
  }
}

function firstOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
