import { expect, test } from 'vitest'
import type { AlertFigures } from './alert-figures.ts'
import type { AlertKind, AlertRule } from './alert-rule.ts'
import { decideAlerts } from './decide-alerts.ts'

const quiet: AlertFigures = {
  now: new Date('2026-11-16T12:00:00Z'),
  balanceMicros: 1_000_000n,
  daysLeft: 30,
  spentTodayMicros: 0n,
  earlierDaysMicros: [],
  limits: [],
  calls: { total: 0, failed: 0 },
  keys: [],
}

const ruleOf = (kind: AlertKind, threshold: bigint): AlertRule => ({ id: 'rule', kind, threshold })
const limit = (spentMicros: bigint, limitMicros = 100n) => ({
  subject: 'budget:1',
  name: 'the budget',
  keyId: null,
  limitMicros,
  spentMicros,
})
const keyIn = (days: number) => ({
  keyId: 'k1',
  name: 'ci',
  expiresAt: new Date(quiet.now.getTime() + days * 86_400_000),
})
const week = [100n, 100n, 1n, 90n, 110n, 105n, 95n]

type Case = [kind: AlertKind, threshold: bigint, changes: Partial<AlertFigures>, isCrossed: boolean]

test.each<Case>([
  ['BALANCE_BELOW', 1_000_000n, {}, false],
  ['BALANCE_BELOW', 1_000_001n, {}, true],
  ['BALANCE_BELOW', 0n, { balanceMicros: -1n }, true],
  ['BALANCE_BELOW', 2_000_000n, { balanceMicros: null }, false],
  ['DAYS_LEFT_BELOW', 30n, {}, false],
  ['DAYS_LEFT_BELOW', 31n, {}, true],
  ['DAYS_LEFT_BELOW', 31n, { daysLeft: null }, false],
  ['DAILY_SPEND_ABOVE', 5n, { spentTodayMicros: 5n }, false],
  ['DAILY_SPEND_ABOVE', 5n, { spentTodayMicros: 6n }, true],
  ['BUDGET_SHARE_REACHED', 80n, { limits: [limit(79n)] }, false],
  ['BUDGET_SHARE_REACHED', 80n, { limits: [limit(80n)] }, true],
  ['BUDGET_SHARE_REACHED', 100n, { limits: [limit(0n, 0n)] }, false],
  ['FAILURE_SHARE_ABOVE', 10n, { calls: { total: 20, failed: 2 } }, false],
  ['FAILURE_SHARE_ABOVE', 10n, { calls: { total: 20, failed: 3 } }, true],
  ['FAILURE_SHARE_ABOVE', 10n, { calls: { total: 19, failed: 19 } }, false],
  ['KEY_EXPIRES_WITHIN', 7n, { keys: [keyIn(7)] }, false],
  ['KEY_EXPIRES_WITHIN', 7n, { keys: [keyIn(6.9)] }, true],
  ['SPEND_UNUSUAL', 300n, { earlierDaysMicros: week, spentTodayMicros: 300n }, false],
  ['SPEND_UNUSUAL', 300n, { earlierDaysMicros: week, spentTodayMicros: 301n }, true],
  ['SPEND_UNUSUAL', 300n, { earlierDaysMicros: week.slice(1), spentTodayMicros: 301n }, false],
])('%s %d: %o', (kind, threshold, changes, isCrossed) => {
  const { begun } = decideAlerts([ruleOf(kind, threshold)], { ...quiet, ...changes }, [])
  expect(begun).toHaveLength(isCrossed ? 1 : 0)
})

const openOf = (subject = '', period = '') => [{ id: 'open', ruleId: 'rule', subject, period }]
type EndCase = [string, AlertRule, Partial<AlertFigures>, ReturnType<typeof openOf>, boolean]

test.each<EndCase>([
  ['a balance just above its threshold', ruleOf('BALANCE_BELOW', 1_000_000n), {}, openOf(), false],
  ['a balance 1 % above', ruleOf('BALANCE_BELOW', 990_099n), {}, openOf(), true],
  ['days at the threshold', ruleOf('DAYS_LEFT_BELOW', 30n), {}, openOf(), false],
  ['a day more', ruleOf('DAYS_LEFT_BELOW', 29n), {}, openOf(), true],
  [
    'a share of failures that is not known',
    ruleOf('FAILURE_SHARE_ABOVE', 10n),
    { calls: { total: 19, failed: 0 } },
    openOf(),
    false,
  ],
  [
    'a share of failures near the threshold',
    ruleOf('FAILURE_SHARE_ABOVE', 10n),
    { calls: { total: 100, failed: 9 } },
    openOf(),
    false,
  ],
  [
    'a share of failures far below',
    ruleOf('FAILURE_SHARE_ABOVE', 10n),
    { calls: { total: 100, failed: 8 } },
    openOf(),
    true,
  ],
  ['no calls', ruleOf('FAILURE_SHARE_ABOVE', 10n), {}, openOf(), true],
  [
    'a budget that was raised',
    ruleOf('BUDGET_SHARE_REACHED', 80n),
    { limits: [limit(79n)] },
    openOf('budget:1', '2026-11'),
    true,
  ],
  ['a budget that was deleted', ruleOf('BUDGET_SHARE_REACHED', 80n), {}, openOf('budget:1', '2026-11'), true],
  ['a key that was extended', ruleOf('KEY_EXPIRES_WITHIN', 7n), { keys: [keyIn(7)] }, openOf('key:k1'), true],
  ['the spend of yesterday', ruleOf('DAILY_SPEND_ABOVE', 5n), {}, openOf('', '2026-11-15'), true],
])('%s ends a crossing or not', (_name, rule, changes, open, isEnded) => {
  expect(decideAlerts([rule], { ...quiet, ...changes }, open)).toEqual({
    begun: [],
    endedIds: isEnded ? ['open'] : [],
  })
})

test('an open crossing is not begun again, and a new month begins one for a budget that is still crossed', () => {
  const rule = ruleOf('BUDGET_SHARE_REACHED', 80n)
  const figures = { ...quiet, limits: [limit(90n)] }
  expect(decideAlerts([rule], figures, openOf('budget:1', '2026-11'))).toEqual({ begun: [], endedIds: [] })
  const next = decideAlerts([rule], figures, openOf('budget:1', '2026-10'))
  expect(next.endedIds).toEqual(['open'])
  expect(next.begun).toMatchObject([{ subject: 'budget:1', period: '2026-11', value: 90 }])
})
