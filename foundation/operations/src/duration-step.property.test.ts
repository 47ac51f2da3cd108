import fc from 'fast-check'
import { expect, test } from 'vitest'
import { durationOf, lastStep, stepOf } from './duration-step.ts'

test('a duration derived from its step is off by at most a tenth', () => {
  fc.assert(
    fc.property(fc.double({ min: 1.2, max: 60_000_000, noNaN: true }), (tookMs) => {
      const ratio = durationOf(stepOf(tookMs)) / tookMs
      expect(ratio).toBeGreaterThan(0.9)
      expect(ratio).toBeLessThan(1.1)
    }),
  )
})

test('a longer duration never gets a lower step', () => {
  const duration = fc.double({ min: 0, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(duration, duration, (a, b) => {
      expect(stepOf(Math.min(a, b))).toBeLessThanOrEqual(stepOf(Math.max(a, b)))
    }),
  )
})

test.each([
  [0, 0],
  [-5, 0],
  [Number.NaN, 0],
  [1e12, lastStep],
])('%d ms is step %d: impossible durations are clamped to the scale', (tookMs, step) => {
  expect(stepOf(tookMs)).toBe(step)
})
