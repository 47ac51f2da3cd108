import { expect, test } from 'vitest'
import { isFiltered, readAuditSearch, withFilter, writeAuditSearch } from './audit-search.ts'

test('what is written is read again', () => {
  const search = { period: { name: '7d' }, action: 'key.create', actorId: 'x' } as const
  expect(readAuditSearch(writeAuditSearch(search))).toEqual(search)
})

test('without parameters the last 30 days are shown, and other values are passed over', () => {
  expect(readAuditSearch({ action: 4, subjectKind: '' })).toEqual({ period: { name: '30d' } })
})

test('an empty value removes a filter', () => {
  const search = withFilter(readAuditSearch({}), 'action', 'key.create')
  expect(isFiltered(search)).toBe(true)
  expect(isFiltered(withFilter(search, 'action', ''))).toBe(false)
})
