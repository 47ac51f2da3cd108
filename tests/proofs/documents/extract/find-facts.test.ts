import { expect, test } from 'vitest'
import { findCopiedFacts } from './find-facts.ts'

const text = 'Cook, Old Inn, 2019'
const found = { quote: 'Old Inn', start: 6, end: 13, page: null, status: 'verified' }

const employer = (...evidence: unknown[]) =>
  findCopiedFacts(text, { experience: [{ employer: 'Old Inn', months: 12, evidence }] })

test('a value that its evidence contains, at its place, is supported', () => {
  expect(employer(found)).toEqual([{ value: 'Old Inn', isSupported: true }])
})

test('the text of a date is a value of its entry', () => {
  const evidence = [{ quote: '2019', start: 15, end: 19, page: null, status: 'repaired' }]
  expect(findCopiedFacts(text, [{ start: { value: '2019', raw: '2019' }, evidence }])).toEqual([
    { value: '2019', isSupported: true },
  ])
})

test.each([
  ['there is none', []],
  ['it contains another value', [{ ...found, quote: 'Cook', start: 0, end: 4 }]],
  ['it is not in the document', [{ ...found, start: null, end: null }]],
  ['it is at another place', [{ ...found, start: 0, end: 7 }]],
  ['it could not be verified', [{ ...found, status: 'unverified' }]],
  ['it is empty', [{ ...found, quote: '', start: 6, end: 6 }]],
])('a value is not supported if of its evidence %s', (_what, evidence) => {
  expect(employer(...evidence)).toEqual([{ value: 'Old Inn', isSupported: false }])
})
