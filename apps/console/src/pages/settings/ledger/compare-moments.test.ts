import { expect, test } from 'vitest'
import { type LedgerEntry, changesBetween } from './compare-moments.ts'

const transaction = (createdAt: string, type: LedgerEntry['type'], credits: string): LedgerEntry => ({
  id: createdAt,
  type,
  credits,
  balanceAfter: '0',
  reason: null,
  createdAt,
})

const rows = [
  transaction('2026-11-05T00:00:00.000Z', 'PROMO', '1.000000'),
  transaction('2026-11-04T00:00:00.000Z', 'REFUND', '-2.500000'),
  transaction('2026-11-03T00:00:00.000Z', 'PACK_PURCHASE', '10.000000'),
  transaction('2026-11-02T00:00:00.000Z', 'PACK_PURCHASE', '5.000001'),
  transaction('2026-11-01T00:00:00.000Z', 'PACK_PURCHASE', '100.000000'),
]
const moments = {
  since: '2026-11-01T00:00:00.000Z',
  at: '2026-11-04T00:00:00.000Z',
  before: '100.000000',
  after: '109.389599',
}

test('the changes add up to the difference of the balances', () => {
  const changes = changesBetween(moments, { rows, hasMore: false })
  expect(changes).toEqual([
    { type: 'REFUND', micros: -2_500_000n },
    { type: 'PACK_PURCHASE', micros: 15_000_001n },
    { type: 'USAGE', micros: -3_110_402n },
  ])
  expect(changes?.reduce((sum, { micros }) => sum + micros, 0n)).toBe(9_389_599n)
})

test('nothing is said while older transactions of the span are not loaded', () => {
  expect(changesBetween(moments, { rows: rows.slice(0, 3), hasMore: true })).toBeUndefined()
  expect(changesBetween(moments, { rows, hasMore: true })).toHaveLength(3)
})
