import { expect, test } from 'vitest'
import { monotonicMs } from '../../../kit/monotonic-ms.ts'
import type { TimedCall } from '../open-loop.ts'
import type { LoopReport, LoopStall } from '../probe/loop-watch.ts'
import { findStalls } from './find-stalls.ts'

const baseMs = performance.now()
const call = (atMs: number, tookMs: number, serverTiming?: string): TimedCall => ({
  dueMs: baseMs + atMs,
  lateMs: 0,
  firstFrameMs: tookMs,
  tookMs,
  serverTiming,
  status: 200,
  isOk: true,
})
const loop = (...stalls: LoopStall[]): LoopReport => ({
  ticks: 0,
  longest: { mainCpuMs: 0, wallMs: 0 },
  stalls,
})
const blocked = (own: Partial<LoopStall>): LoopStall => ({
  atMs: monotonicMs() - performance.now() + baseMs,
  wallMs: 30,
  mainCpuMs: 0,
  collectorMs: 0,
  helpersCpuMs: 0,
  waitedForCoreMs: 0,
  stolenMs: 0,
  ...own,
})
const causeOf = (gateway: LoopReport, load = loop(), timing?: string) =>
  findStalls([call(0, 35, timing)], { gateway, load })[0]?.cause

test('slow calls that overlap are one stall, and fast calls are none', () => {
  const calls = [call(0, 1), call(10, 40), call(12, 38), call(14, 1), call(500, 25), call(600, 19)]
  const stalls = findStalls(calls, { gateway: loop(), load: loop() })
  expect(stalls.map(({ atMs, calls: count, worstMs }) => [Math.round(atMs), count, worstMs])).toEqual([
    [10, 2, 40],
    [500, 1, 25],
  ])
})

test('the cause is the gateway if its main thread used the time, and otherwise what kept it from running', () => {
  expect(causeOf(loop(blocked({ mainCpuMs: 28 })))).toBe('gateway’s main thread')
  expect(causeOf(loop(blocked({ waitedForCoreMs: 28, helpersCpuMs: 26 })))).toBe(
    'gateway’s helper threads on its core',
  )
  expect(causeOf(loop(blocked({ waitedForCoreMs: 28 })))).toBe('another process on the gateway’s core')
  expect(causeOf(loop(blocked({ stolenMs: 30 })))).toBe('the host')
  expect(causeOf(loop(), loop(blocked({})))).toBe('the load’s own core')
})

test('the cause is the step that took the time if the gateway was free', () => {
  expect(causeOf(loop(), loop(), 'hold;dur=1.00, settle;dur=30.00')).toBe('commit')
  expect(causeOf(loop(), loop(), 'hold;dur=30.00, settle;dur=1.00')).toBe('Redis')
  expect(causeOf(loop(), loop(), 'hold;dur=9.00, upstream;dur=9.00, settle;dur=9.00')).toBe('several steps')
  expect(causeOf(loop(), loop())).toBe('unknown')
})
