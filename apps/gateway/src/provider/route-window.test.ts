import { expect, test } from 'vitest'
import { RouteWindow } from './route-window.ts'

const minuteMs = 60_000

test('calls and failures are counted, and the 95th percentile is that of the calls that did not fail', () => {
  const window = new RouteWindow()
  for (let count = 1; count <= 100; count += 1)
    window.record('succeeded', { nowMs: count, tookMs: count <= 94 ? 100 : 4_000 })
  window.record('failed', { nowMs: 50, tookMs: 60_000 })
  const { calls, failures, p95Ms } = window.read(100)
  expect({ calls, failures }).toEqual({ calls: 101, failures: 1 })
  expect(p95Ms).toBeGreaterThan(3_600)
  expect(p95Ms).toBeLessThan(4_400)
})

test('without an answered call there is no percentile', () => {
  const window = new RouteWindow()
  expect(window.read(0)).toEqual({ calls: 0, failures: 0, p95Ms: null })
  window.record('failed', { nowMs: 1, tookMs: 5 })
  expect(window.read(1)).toEqual({ calls: 1, failures: 1, p95Ms: null })
})

test('a call leaves the figures after five minutes, also if no other call follows', () => {
  const window = new RouteWindow()
  window.record('failed', { nowMs: 5_000, tookMs: 5 })
  window.record('succeeded', { nowMs: minuteMs, tookMs: 5 })
  expect(window.read(5 * minuteMs - 1)).toMatchObject({ calls: 2, failures: 1 })
  expect(window.read(5 * minuteMs)).toMatchObject({ calls: 1, failures: 0 })
  expect(window.read(60 * minuteMs)).toMatchObject({ calls: 0, failures: 0 })
})

test('a bucket that is used again starts empty', () => {
  const window = new RouteWindow()
  window.record('failed', { nowMs: 0, tookMs: 5 })
  window.record('succeeded', { nowMs: 5 * minuteMs, tookMs: 5 })
  expect(window.read(5 * minuteMs)).toMatchObject({ calls: 1, failures: 0 })
})
