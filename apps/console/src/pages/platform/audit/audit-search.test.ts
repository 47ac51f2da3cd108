import { expect, test } from 'vitest'
import { filtersOf, readAuditSearch, writeAuditSearch } from './audit-search.ts'

test('a search is read as it was written, and texts of digits stay texts', () => {
  const search = { company: '', actor: '42', action: 'user.create', subject: '' }
  expect(writeAuditSearch(search)).toEqual({ actor: '42', action: 'user.create' })
  expect(readAuditSearch({ actor: 42, action: 'user.create', subject: ['no'] })).toEqual(search)
})

test('filters that are not set are not sent', () => {
  const search = readAuditSearch({ action: 'user.create' })
  expect(filtersOf(search)).toEqual({ actorId: null, action: 'user.create', subjectId: null })
})
