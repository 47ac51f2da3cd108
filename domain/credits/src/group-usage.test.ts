import { expect, test } from 'vitest'
import { groupUsage, sumUsage } from './group-usage.ts'

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
    ['day'],
    [
      ['2026-01-01', null, 3n],
      ['2026-01-02', null, 4n],
    ],
  ],
  [
    ['alias'],
    [
      [null, 'svc/a', 1n],
      [null, 'svc/b', 6n],
    ],
  ],
  [
    ['day', 'alias'],
    [
      ['2026-01-01', 'svc/a', 1n],
      ['2026-01-01', 'svc/b', 2n],
      ['2026-01-02', 'svc/b', 4n],
    ],
  ],
] as [string[], unknown[]][])('grouping by %j keeps the totals', (by, expected) => {
  const groups = groupUsage(rows, { byDay: by.includes('day'), byAlias: by.includes('alias') })
  expect(groups.map(({ day, alias, chargedMicros }) => [day, alias, chargedMicros])).toEqual(expected)
  expect(groups.reduce((total, { requests }) => total + requests, 0n)).toBe(sumUsage(rows).requests)
})

test('hours, keys and operations are told apart only if they are asked for', () => {
  const hours = ['10', '11'].map((hour) =>
    Object.assign(row('2026-01-01', 'svc/a', 1n), {
      hour,
      keyId: `key ${hour}`,
      operation: `operation ${hour}`,
    }),
  )
  const grouping = { byDay: false, byAlias: false }
  expect(groupUsage(hours, grouping)).toMatchObject([
    { hour: null, keyId: null, operation: null, chargedMicros: 2n },
  ])
  expect(groupUsage(hours, { ...grouping, byHour: true })).toMatchObject([{ hour: '10' }, { hour: '11' }])
  expect(groupUsage(hours, { ...grouping, byKey: true })).toMatchObject([
    { keyId: 'key 10' },
    { keyId: 'key 11' },
  ])
  expect(groupUsage(hours, { ...grouping, byOperation: true })).toMatchObject([
    { operation: 'operation 10' },
    { operation: 'operation 11' },
  ])
})
