import { expect, test } from 'vitest'
import { type CallBudgets, type MonthSpent, budgetRefusal, leastLeft, toBudgetQuestion } from './budgets.ts'
import type { Hold } from '../hold.ts'

const call = { keyId: 'k-1', alias: 'svc/chat-default' }
const spent: MonthSpent = {
  ...call,
  scopes: ['company', 'key', 'alias'],
  micros: { company: 70n, key: 20n, alias: 50n },
  monthEndsInMs: 1_000,
}

function hold(estimateMicros: bigint, changes: Partial<Hold> = {}): Hold {
  return {
    callId: 'c',
    companyId: 'a company',
    operation: 'chat',
    ...call,
    estimateMicros,
    reservedTokens: 0,
    remainingMs: 1,
    ...changes,
  }
}

// Held: 6 by the company, 3 by the key, 5 for the alias.
const holds = [hold(2n), hold(3n, { keyId: 'k-2' }), hold(1n, { alias: 'svc/chat-cheap' })]

test.each<[CallBudgets, unknown]>([
  [{}, undefined],
  [{ company: 77n, key: 24n, alias: 56n }, undefined],
  [{ company: 76n }, { scope: 'company', limitMicros: 76n, spentMicros: 70n, heldMicros: 6n }],
  [{ key: 23n }, { scope: 'key', limitMicros: 23n, spentMicros: 20n, heldMicros: 3n }],
  [{ alias: 55n }, { scope: 'alias', limitMicros: 55n, spentMicros: 50n, heldMicros: 5n }],
  [
    { company: 77n, key: 0n, alias: 0n },
    { scope: 'key', limitMicros: 0n, spentMicros: 20n, heldMicros: 3n },
  ],
])('%o refuses by %o', (budgets, refusal) => {
  const expected = refusal && { kind: 'budget_reached', ...refusal }
  expect(budgetRefusal(budgets, spent, holds)).toEqual(expected)
})

test('the least that is left of any budget', () => {
  expect(leastLeft({ company: 100n, key: 30n }, spent, holds)).toBe(7n)
  expect(leastLeft({ company: 0n }, spent, [])).toBe(-70n)
  expect(leastLeft(undefined, spent, holds)).toBeUndefined()
})

test('only the budgets that a call has are asked about', () => {
  expect(toBudgetQuestion({ ...call, budgets: { alias: 0n } })).toEqual({ ...call, scopes: ['alias'] })
  expect(toBudgetQuestion({ ...call, budgets: {} })).toBeUndefined()
  expect(toBudgetQuestion(call)).toBeUndefined()
})
