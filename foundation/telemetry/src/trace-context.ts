// Reads and writes W3C trace context. Spans go through the OpenTelemetry API, which is a no-op until an SDK is
// registered (export-traces.ts); ids are generated here regardless, so that the logs of one request can be correlated across services even
// without an SDK.
import { randomFillSync } from 'node:crypto'
import { type Span, type SpanContext, SpanKind, context, trace } from '@opentelemetry/api'

export type TraceContext = { traceId: string; spanId: string; flags: number }

const traceparentShape = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const noTrace = '0'.repeat(32)
const noSpan = '0'.repeat(16)

export function parseTraceparent(header: string | undefined): TraceContext | undefined {
  const match = traceparentShape.exec(header ?? '')
  if (!match) return undefined
  const [, traceId = '', spanId = '', flags = '', suffix] = match
  // Version 00 has exactly four fields; later versions may add some.
  if (header?.startsWith('00') && suffix !== undefined) return undefined
  if (traceId === noTrace || spanId === noSpan) return undefined
  return { traceId, spanId, flags: Number.parseInt(flags, 16) }
}

export function formatTraceparent({ traceId, spanId, flags }: TraceContext): string {
  return `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`
}

export type RequestSpan = { span: Span; trace: TraceContext }

/** Opens the server span of one request, as a child of the caller's span if the caller sent one. */
export function startRequestSpan(name: string, traceparent: string | undefined): RequestSpan {
  const parent = parseTraceparent(traceparent)
  const parentContext = parent
    ? trace.setSpanContext(context.active(), toSpanContext(parent))
    : context.active()
  const span = trace.getTracer('gatehouse').startSpan(name, { kind: SpanKind.SERVER }, parentContext)
  const own = span.isRecording() ? span.spanContext() : undefined
  if (own) return { span, trace: { traceId: own.traceId, spanId: own.spanId, flags: own.traceFlags } }
  return {
    span,
    trace: {
      traceId: parent?.traceId ?? takeRandomHex(16),
      spanId: takeRandomHex(8),
      flags: parent?.flags ?? 0,
    },
  }
}

// A system call per id would take longer than everything else in a span.
const pool = Buffer.alloc(4_096)
let poolOffset = pool.length

function takeRandomHex(byteCount: number): string {
  if (poolOffset + byteCount > pool.length) {
    randomFillSync(pool)
    poolOffset = 0
  }
  poolOffset += byteCount
  return pool.toString('hex', poolOffset - byteCount, poolOffset)
}

export function toSpanContext({ traceId, spanId, flags }: TraceContext): SpanContext {
  return { traceId, spanId, traceFlags: flags, isRemote: true }
}
