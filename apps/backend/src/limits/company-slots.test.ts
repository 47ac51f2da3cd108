import { expect, test } from 'vitest'
import { tooManyExports } from '../exports/export-faults.ts'
import { createCompanySlots } from './company-slots.ts'

test('a company has its own limit, and all companies together have one', () => {
  const limits = { perCompanyMax: 2, totalMax: 3 }
  const slots = createCompanySlots(limits, (owner) => tooManyExports(owner, limits))
  const [first] = [slots.take('a'), slots.take('a')]
  expect(() => slots.take('a')).toThrow('A company may run 2 exports')
  slots.take('b')
  expect(() => slots.take('b')).toThrow('All companies together may run 3 exports')
  first?.()
  slots.take('b')
  expect(() => slots.take('c')).toThrow('exports.too_many')
})
