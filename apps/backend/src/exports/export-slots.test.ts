import { expect, test } from 'vitest'
import { createExportSlots } from './export-slots.ts'

test('a company has its own limit, and all companies together have one', () => {
  const slots = createExportSlots({ perCompanyMax: 2, totalMax: 3 })
  const [first] = [slots.take('a'), slots.take('a')]
  expect(() => slots.take('a')).toThrow('A company may run 2 exports')
  slots.take('b')
  expect(() => slots.take('b')).toThrow('All companies together may run 3 exports')
  first?.()
  slots.take('b')
  expect(() => slots.take('c')).toThrow('exports.too_many')
})
