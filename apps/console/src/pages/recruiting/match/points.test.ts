import { expect, test } from 'vitest'
import { formatChange, formatPoints, parsePoints } from './points.ts'

test.each([
  ['0.00000', 0n],
  ['81.40000', 8_140_000n],
  ['100.00000', 10_000_000n],
])('%s is %s points, and back', (text, points) => {
  expect(parsePoints(text)).toBe(points)
  expect(formatPoints(points)).toBe(text)
})

test('a change has its sign and all places', () => {
  expect(formatChange('61.00000', '75.99999')).toBe('+14.99999')
  expect(formatChange('75.99999', '61.00000')).toBe('−14.99999')
})
