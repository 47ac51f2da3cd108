import { expect, test } from 'vitest'
import { readMatchSearch, toggleAssumption, writeMatchSearch } from './match-search.ts'

test('the address keeps what is assumed, and ignores what is not an id', () => {
  const search = readMatchSearch({ without: 'q1.q2', met: 'q3.%', requirement: 'q3' })
  expect(search).toEqual({ without: ['q1', 'q2'], met: ['q3'], requirement: 'q3' })
  expect(readMatchSearch(writeMatchSearch(search))).toEqual(search)
  expect(writeMatchSearch(readMatchSearch({ without: 7 }))).toEqual({})
})

test('a requirement is either crossed out or assumed to be met', () => {
  const none = readMatchSearch({})
  const without = toggleAssumption(none, 'q1', 'without')
  const met = toggleAssumption(without, 'q1', 'met')
  expect([without, met]).toMatchObject([
    { without: ['q1'], met: [] },
    { without: [], met: ['q1'] },
  ])
  expect(toggleAssumption(met, 'q1', 'met')).toEqual(none)
})
