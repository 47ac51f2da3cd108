import { expect, test } from 'vitest'
import { budgetRows } from './budget-rows.ts'

const key = {
  id: 'k1',
  name: 'ats-sync',
  hint: 'a1b2',
  status: 'LIVE',
  monthlyCreditCap: '50.000000',
  spentThisMonth: '12.500000',
} as const
const data = {
  budgets: [],
  alertRules: [],
  suggestedAlertRules: [],
  alerts: { nodes: [], endCursor: null, hasNextPage: false },
  apiKeys: { hasNextPage: false, nodes: [key] },
  models: [],
}

test('the monthly limit of a live key is a hard budget', () => {
  expect(budgetRows(data)).toEqual([
    {
      id: 'k1',
      name: 'Key ats-sync …a1b2',
      enforcement: 'HARD',
      credits: '50.000000',
      spent: '12.500000',
      share: 0.25,
    },
  ])
})

test('keys that ended or have no limit have no row', () => {
  const nodes = [
    { ...key, status: 'REVOKED' as const },
    { ...key, monthlyCreditCap: null },
  ]
  expect(budgetRows({ ...data, apiKeys: { hasNextPage: false, nodes } })).toEqual([])
})

test('a limit of 0 is used up', () => {
  const nodes = [{ ...key, monthlyCreditCap: '0.000000', spentThisMonth: '0.000000' }]
  expect(budgetRows({ ...data, apiKeys: { hasNextPage: false, nodes } })[0]?.share).toBe(1)
})

test('a budget of a key that is not listed has a name', () => {
  const budget = {
    id: 'b1',
    scope: 'KEY',
    enforcement: 'SOFT',
    keyId: 'k9',
    alias: null,
    credits: '1.000000',
    spentThisMonth: '0.000000',
    share: 0,
  } as const
  expect(budgetRows({ ...data, budgets: [budget] })[0]?.name).toBe('A key')
})
