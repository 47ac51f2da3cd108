import { expect, test } from 'vitest'
import { budgetsOf } from './limit-checks.ts'

const budgets = { company: 10n, aliases: new Map([['svc/chat-default', 5n]]) }

test('a key without a cap, of a company without budgets, is not limited', () => {
  expect(budgetsOf({ monthlyCreditCapMicros: null }, 'svc/chat-default')).toBeUndefined()
})

test.each([
  ['svc/chat-default', { company: 10n, key: 0n, alias: 5n }],
  ['svc/chat-cheap', { company: 10n, key: 0n }],
])('a call of %s is limited by %o', (alias, limits) => {
  expect(budgetsOf({ monthlyCreditCapMicros: 0n, budgets }, alias)).toEqual(limits)
})
