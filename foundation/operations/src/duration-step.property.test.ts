import fc from 'fast-check'
import { expect, test } from 'vitest'
import { durationOf, lastStep, stepOf } from './duration-step.ts'

test('what is told of a duration is off by a tenth at most', () => {
  fc.assert(
    fc.property(fc.double({ min: 1.2, max: 60_000_000, noNaN: true }), (tookMs) => {
      const ratio = durationOf(stepOf(tookMs)) / tookMs
      expect(ratio).toBeGreaterThan(0.9)
      expect(ratio).toBeLessThan(1.1)
    }),
  )
})

test('longer is never told as shorter', () => {
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
])('%d ms is step %d: what makes no sense is on the scale, too', (tookMs, step) => {
  expect(stepOf(tookMs)).toBe(step)
})
