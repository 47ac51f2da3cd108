import { expect, test } from 'vitest'
import { plainDocument } from '../document-text.ts'
import { createVerifier } from '../verify/verify-value.ts'
import { findStructure } from './find-structure.ts'
import { createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'

const vocabulary = createRuleVocabulary()
const length = 200_000

// The services run the rules in their own process. With a backtracking pattern, each of these lines took minutes or did
// not finish.
test.each([
  ['letters', 'a'],
  ['digits', '1'],
  ['digits and spaces', '1 '],
  ['dots and letters', 'a.'],
  ['at signs', 'a@'],
  ['dashes', '-'],
  ['years', '2019-'],
  ['months', 'may '],
  ['spaces', ' '],
  ['brackets', '('],
  ['ignore', 'ignore '],
  ['lines', 'a\n'],
])(
  '200,000 characters of %s take bounded time',
  (_, unit) => {
    const document = plainDocument(unit.repeat(length / unit.length))
    const structure = findStructure(document, vocabulary)
    createVerifier(document.lines)({ value: 'a a', fromLine: 1, toLine: 1 })
    expect(structure.emails.length).toBeLessThanOrEqual(length)
  },
  60_000,
)
