import { expect, test } from 'vitest'
import { type BudgetTarget, checkBudget, spentShare } from './budget.ts'

const target = (changes: Partial<BudgetTarget>): BudgetTarget => ({
  scope: 'COMPANY',
  keyId: null,
  alias: null,
  isHard: true,
  ...changes,
})
const keyId = 'a key'
const alias = 'svc/chat-default'

test.each<[BudgetTarget, bigint]>([
  [target({}), 0n],
  [target({ isHard: false }), 1_000_000_000_000_000n],
  [target({ scope: 'ALIAS', alias }), 1n],
  [target({ scope: 'KEY', keyId, isHard: false }), 1n],
])('%o may be %d', (budget, limit) => {
  expect(() => checkBudget(budget, limit)).not.toThrow()
})

test.each<[string, BudgetTarget, bigint | undefined]>([
  ['budgets.scope', target({ keyId }), 1n],
  ['budgets.scope', target({ alias }), 1n],
  ['budgets.scope', target({ scope: 'KEY', isHard: false }), 1n],
  ['budgets.scope', target({ scope: 'KEY', keyId, alias, isHard: false }), 1n],
  ['budgets.scope', target({ scope: 'ALIAS', keyId }), 1n],
  ['budgets.key_has_cap', target({ scope: 'KEY', keyId }), 1n],
  ['budgets.limit', target({}), -1n],
  ['budgets.limit', target({}), 1_000_000_000_000_001n],
  ['budgets.limit', target({}), undefined],
])('%s: %o of %s is refused', (code, budget, limit) => {
  expect(() => checkBudget(budget, limit)).toThrow(expect.objectContaining({ code }))
})

test.each([
  [0n, 10n, 0],
  [5n, 10n, 0.5],
  [15n, 10n, 1.5],
  [0n, 0n, 1],
])('%d of %d is a share of %d', (spentMicros, limitMicros, share) => {
  expect(spentShare({ spentMicros, limitMicros })).toBe(share)
})
