import { expect, test } from 'vitest'
import { moveRow } from './move-row.ts'

const place = { active: 5, count: 20, pageRows: 8 }

test.each([
  ['ArrowDown', 6],
  ['j', 6],
  ['ArrowUp', 4],
  ['k', 4],
  ['PageDown', 13],
  ['PageUp', 0],
  ['Home', 0],
  ['End', 19],
  ['Tab', undefined],
])('%s leads from row 5 to row %s', (key, row) => {
  expect(moveRow(key, place)).toBe(row)
})

test('the first and the last row are the ends, and an empty list has no row', () => {
  expect(moveRow('ArrowDown', { ...place, active: 19 })).toBe(19)
  expect(moveRow('ArrowUp', { ...place, active: 0 })).toBe(0)
  expect(moveRow('End', { ...place, count: 0 })).toBeUndefined()
})
