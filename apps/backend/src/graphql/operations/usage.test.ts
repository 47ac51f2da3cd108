import { expect, test } from 'vitest'
import { groupUsage, sumUsage } from './usage.ts'

const row = (day: string, alias: string, chargedMicros: bigint) => ({
  day,
  alias,
  requests: 2n,
  failedRequests: 1n,
  promptTokens: 10n,
  cachedTokens: 4n,
  completionTokens: 5n,
  chargedMicros,
})
const rows = [row('2026-01-02', 'svc/b', 4n), row('2026-01-01', 'svc/b', 2n), row('2026-01-01', 'svc/a', 1n)]

test.each([
  [[], [[null, null, 7n]]],
  [
    ['DAY'],
    [
      ['2026-01-01', null, 3n],
      ['2026-01-02', null, 4n],
    ],
  ],
  [
    ['MODEL'],
    [
      [null, 'svc/a', 1n],
      [null, 'svc/b', 6n],
    ],
  ],
  [
    ['DAY', 'MODEL'],
    [
      ['2026-01-01', 'svc/a', 1n],
      ['2026-01-01', 'svc/b', 2n],
      ['2026-01-02', 'svc/b', 4n],
    ],
  ],
] as const)('grouping by %j keeps the totals', (by, expected) => {
  const groups = groupUsage(rows, by)
  expect(groups.map(({ day, alias, chargedMicros }) => [day, alias, chargedMicros])).toEqual(expected)
  expect(groups.reduce((total, { requests }) => total + requests, 0n)).toBe(sumUsage(rows).requests)
})
