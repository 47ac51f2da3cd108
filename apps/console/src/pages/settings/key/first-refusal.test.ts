import { expect, test } from 'vitest'
import { firstRefusalMs, formatSpan } from './first-refusal.ts'

const revokedAt = '2026-11-17T06:00:00.000Z'
const keptSince = '2026-11-10T06:00:00.000Z'
const later = { at: '2026-11-17T06:05:00.000Z' }

test('the first refusal is the oldest entry of the record', () => {
  const nodes = [later, { at: '2026-11-17T06:00:00.800Z' }]
  expect(firstRefusalMs(revokedAt, { nodes, keptSince })).toBe(800)
})

test('it is unknown without a refusal, and when the record may have lost the first one', () => {
  const full = Array.from({ length: 100 }, () => later)
  expect(firstRefusalMs(revokedAt, { nodes: [], keptSince })).toBeUndefined()
  expect(firstRefusalMs(revokedAt, { nodes: full, keptSince })).toBeUndefined()
  expect(firstRefusalMs(revokedAt, { nodes: [later], keptSince: later.at })).toBeUndefined()
})

test.each([
  [800, '0.8 seconds'],
  [42_000, '42 seconds'],
  [720_000, '12 minutes'],
  [10_800_000, '3 hours'],
])('%i ms are %s', (spanMs, expected) => {
  expect(formatSpan(spanMs)).toBe(expected)
})
