import { expect, test } from 'vitest'
import { formatTraceparent, parseTraceparent, startRequestSpan } from './trace-context.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'
const header = `00-${traceId}-${spanId}-01`

test('a traceparent is parsed and formatted without loss', () => {
  const parsed = parseTraceparent(header)
  expect(parsed).toEqual({ traceId, spanId, flags: 1 })
  expect(parsed && formatTraceparent(parsed)).toBe(header)
})

test.each([
  undefined,
  '',
  'garbage',
  `ff-${traceId}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `${header}-extra`,
  `00-${traceId}-${spanId}-1`,
])('%j is ignored', (text) => {
  expect(parseTraceparent(text)).toBeUndefined()
})

test('a later version with more fields is accepted', () => {
  expect(parseTraceparent(`01-${traceId}-${spanId}-00-more`)).toEqual({ traceId, spanId, flags: 0 })
})

test('a request continues the trace of its caller with a new span', () => {
  const { trace } = startRequestSpan('GET /', header)
  expect(trace.traceId).toBe(traceId)
  expect(trace.spanId).toMatch(/^[0-9a-f]{16}$/)
  expect(trace.spanId).not.toBe(spanId)
  expect(trace.flags).toBe(1)
})

test('a request without a trace starts one', () => {
  const first = startRequestSpan('GET /', undefined).trace
  const second = startRequestSpan('GET /', undefined).trace
  expect(parseTraceparent(formatTraceparent(first))).toEqual(first)
  expect(second.traceId).not.toBe(first.traceId)
})
