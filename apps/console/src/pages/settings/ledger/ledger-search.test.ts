import { expect, test } from 'vitest'
import { fromFieldValue, readLedgerSearch, toFieldValue } from './ledger-search.ts'

test('the address is read, and what is not a moment is ignored', () => {
  expect(readLedgerSearch({ at: '2026-11-03T09:14:07Z', since: 'yesterday', days: 90 })).toEqual({
    at: '2026-11-03T09:14:07.000Z',
    days: 90,
  })
  expect(readLedgerSearch({ at: 7, days: 5 })).toEqual({})
})

test('the field is read as UTC, to the millisecond, and with and without seconds', () => {
  expect(toFieldValue('2026-11-03T09:14:07.203Z')).toBe('2026-11-03T09:14:07.203')
  expect(fromFieldValue('2026-11-03T09:14:07.203')).toBe('2026-11-03T09:14:07.203Z')
  expect(fromFieldValue('2026-11-03T09:14:07')).toBe('2026-11-03T09:14:07.000Z')
  expect(fromFieldValue('2026-11-03T09:14')).toBe('2026-11-03T09:14:00.000Z')
  expect(fromFieldValue('')).toBeUndefined()
})
