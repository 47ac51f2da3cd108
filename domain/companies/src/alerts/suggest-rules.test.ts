import { expect, test } from 'vitest'
import { suggestRules } from './suggest-rules.ts'

const credits = (amount: number) => BigInt(amount * 1_000_000)
const shown = (rules: ReturnType<typeof suggestRules>) =>
  rules.map(({ kind, threshold }) => [kind, threshold])
const prepaid = { balanceMicros: 0n, earlierDaysMicros: [] }

test('a company without rules is offered the usual ones', () => {
  expect(shown(suggestRules(prepaid, []))).toEqual([
    ['BALANCE_BELOW', credits(100)],
    ['DAYS_LEFT_BELOW', 7n],
    ['BUDGET_SHARE_REACHED', 80n],
    ['FAILURE_SHARE_ABOVE', 20n],
    ['KEY_EXPIRES_WITHIN', 14n],
  ])
})

test('the suggested balance is a week of the usage of the company, and the reason says so', () => {
  const earlierDaysMicros = [credits(10), credits(20.3), credits(12.5)]
  const [balance] = suggestRules({ ...prepaid, earlierDaysMicros }, [])
  expect(balance).toMatchObject({ kind: 'BALANCE_BELOW', threshold: credits(7 * 15) })
  expect(balance?.reason).toMatch(/about 15 credits in the last four weeks/)
  const [tiny] = suggestRules({ ...prepaid, earlierDaysMicros: [3n] }, [])
  expect(tiny?.threshold).toBe(21n)
})

test('kinds of which the company has a rule are left out', () => {
  const rules = [{ kind: 'BUDGET_SHARE_REACHED' }, { kind: 'DAYS_LEFT_BELOW' }] as const
  expect(suggestRules(prepaid, rules).map(({ kind }) => kind)).toEqual([
    'BALANCE_BELOW',
    'FAILURE_SHARE_ABOVE',
    'KEY_EXPIRES_WITHIN',
  ])
})

test('a company that pays afterwards is offered no rules about its balance', () => {
  const kinds = suggestRules({ balanceMicros: null, earlierDaysMicros: [credits(1)] }, []).map(
    ({ kind }) => kind,
  )
  expect(kinds).toEqual(['BUDGET_SHARE_REACHED', 'FAILURE_SHARE_ABOVE', 'KEY_EXPIRES_WITHIN'])
})
