import { expect, test } from 'vitest'
import { createByteBudget } from './byte-budget.ts'

const mib = 1024 * 1024
const key = (id: string, companyId = 'c') => ({ id, companyId })

test('a key holds a quarter of the budget, a company half, and all together the whole', () => {
  const budget = createByteBudget(8 * mib)
  const one = budget.open(key('k1'))
  one.take(2 * mib)
  expect(() => one.take(mib)).toThrow(/this key/)
  const two = budget.open(key('k2'))
  two.take(2 * mib)
  expect(() => budget.open(key('k3')).take(mib)).toThrow(/the company/)
  for (const other of ['k4', 'k5']) budget.open(key(other, 'd')).take(2 * mib)
  expect(() => budget.open(key('k6', 'e')).take(mib)).toThrow(/more calls than it can serve/)
  expect(budget.bytes()).toBe(8 * mib)
})

test('bytes of a request are released once, and a closed request takes no more', () => {
  const budget = createByteBudget(8 * mib)
  const account = budget.open(key('k'))
  account.take(mib)
  account.take(mib)
  account.close()
  account.close()
  account.take(mib)
  expect(budget.bytes()).toBe(0)
  budget.open(key('k')).take(2 * mib)
})

test('small bodies are not counted', () => {
  const budget = createByteBudget(8 * mib)
  budget.open(key('k')).take(1_000)
  expect(budget.bytes()).toBe(0)
})

test('a large body that arrives in small pieces is counted, with its first pieces', () => {
  const budget = createByteBudget(8 * mib)
  const account = budget.open(key('k'))
  for (let piece = 0; piece < 20; piece += 1) account.take(1_000)
  expect(budget.bytes()).toBe(20_000)
  account.close()
  expect(budget.bytes()).toBe(0)
})

test('a declared length that would not fit is refused, and one that fits takes nothing', () => {
  const budget = createByteBudget(8 * mib)
  const account = budget.open(key('k'))
  expect(() => account.check(3 * mib)).toThrow(/this key/)
  account.check(2 * mib)
  expect(budget.bytes()).toBe(0)
})
