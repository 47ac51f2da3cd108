// Spans within a process. Work is run inside its span, so that spans, tasks and requests that it begins become its
// children without passing the span along. Without an SDK all of this does nothing.
import { type Span, SpanKind, type SpanOptions, SpanStatusCode, context, trace } from '@opentelemetry/api'
import { type TraceContext, formatTraceparent, parseTraceparent, toSpanContext } from './trace-context.ts'

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

/** Runs the work in a span, if the work that called it runs in one that is recorded. */
export function traced<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T> {
  if (!trace.getActiveSpan()?.isRecording()) return work()
  return runInSpan(startSpan(name, { kind: SpanKind.INTERNAL, attributes }), work)
}

export type ConsumedWork = {
  name: string
  attributes: SpanAttributes
  /** From `activeTraceparent`, at the time when the work was ordered. */
  traceparent: string | undefined
}

/** Runs work that was ordered earlier, possibly by another process, as a child of the span that ordered it. */
export function tracedLater<T>(
  { name, attributes, traceparent }: ConsumedWork,
  work: () => Promise<T>,
): Promise<T> {
  const parent = parseTraceparent(traceparent)
  const parentContext = parent
    ? trace.setSpanContext(context.active(), toSpanContext(parent))
    : context.active()
  const span = trace
    .getTracer('gatehouse')
    .startSpan(name, { kind: SpanKind.CONSUMER, attributes }, parentContext)
  return span.isRecording() ? runInSpan(span, work) : work()
}

/** The header that makes a request or a task a child of the active span; undefined if no span is recorded. */
export function activeTraceparent(): string | undefined {
  const span = trace.getActiveSpan()
  return span?.isRecording() ? formatTraceparent(traceOf(span)) : undefined
}

/** Runs the work with this span as the active one. */
export function withSpan<T>(span: Span, work: () => T): T {
  return span.isRecording() ? context.with(trace.setSpan(context.active(), span), work) : work()
}

export type ClientSpan = {
  traceparent: string
  /** `error` marks the span as failed. */
  end(attributes: SpanAttributes, error?: Error): void
}

/** Starts the span of a request to another server. */
export function startClientSpan(
  parent: Span,
  parentTrace: TraceContext,
  { name, attributes }: { name: string; attributes: SpanAttributes },
): ClientSpan {
  if (!parent.isRecording()) return { traceparent: formatTraceparent(parentTrace), end() {} }
  const span = startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent)
  return {
    traceparent: formatTraceparent(traceOf(span)),
    end(more, error) {
      span.setAttributes(more)
      if (error) recordFailure(span, error)
      span.end()
    },
  }
}

export type PastSpan = { name: string; startedMs: number; endedMs: number }

/** Adds spans for steps that have ended. Times are in milliseconds since 1970. */
export function addPastSpans(parent: Span, steps: readonly PastSpan[]): void {
  if (!parent.isRecording()) return
  for (const { name, startedMs, endedMs } of steps)
    startSpan(name, { kind: SpanKind.INTERNAL, startTime: startedMs }, parent).end(endedMs)
}

function startSpan(name: string, options: SpanOptions, parent?: Span): Span {
  const parentContext = parent ? trace.setSpan(context.active(), parent) : context.active()
  return trace.getTracer('gatehouse').startSpan(name, options, parentContext)
}

async function runInSpan<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await withSpan(span, work)
  } catch (thrown) {
    recordFailure(span, thrown instanceof Error ? thrown : new Error(String(thrown)))
    throw thrown
  } finally {
    span.end()
  }
}

/** Only the name of the error: its message may hold personal data. */
function recordFailure(span: Span, error: Error): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', 'code' in error ? String(error.code) : error.name)
}

function traceOf(span: Span): TraceContext {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return { traceId, spanId, flags: traceFlags }
}
