import { sumUsage } from '@gatehouse/credits/group-usage'
import type { UsageRow } from '@gatehouse/credits/read-usage'
import { expect, test } from 'vitest'
import { toGroupBodies, toSumsBody } from './usage-body.ts'

function row(day: string, alias: string, chargedMicros: bigint): UsageRow {
  const tokens = { promptTokens: 3n, cachedTokens: 1n, completionTokens: 2n }
  return { day, alias, requests: 2n, failedRequests: 1n, ...tokens, chargedMicros }
}
const rows = [
  row('2026-03-01', 'svc/b', 1n),
  row('2026-03-02', 'svc/a', 20n),
  row('2026-03-02', 'svc/b', 300n),
]

test('totals are the sums of all rows, in credits with six decimals', () => {
  expect(toSumsBody(sumUsage(rows))).toEqual({
    requests: 6,
    failed_requests: 3,
    prompt_tokens: 9,
    cached_tokens: 3,
    completion_tokens: 6,
    total_tokens: 15,
    credits: '0.000321',
  })
  expect(toSumsBody(sumUsage([]))).toMatchObject({ requests: 0, total_tokens: 0, credits: '0.000000' })
})

test('groups have the fields they are grouped by, and add up to the totals', () => {
  const usage = (by: 'day' | 'model' | 'day,model') =>
    toGroupBodies(rows, by).map(({ day, model, credits }) => [day, model, credits])
  expect(usage('day')).toEqual([
    ['2026-03-01', undefined, '0.000001'],
    ['2026-03-02', undefined, '0.000320'],
  ])
  expect(usage('model')).toEqual([
    [undefined, 'svc/a', '0.000020'],
    [undefined, 'svc/b', '0.000301'],
  ])
  expect(usage('day,model')).toEqual([
    ['2026-03-01', 'svc/b', '0.000001'],
    ['2026-03-02', 'svc/a', '0.000020'],
    ['2026-03-02', 'svc/b', '0.000300'],
  ])
})
