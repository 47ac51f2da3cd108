import { expect, test } from 'vitest'
import { splitLines } from '../text/split-lines.ts'
import { createVerifier } from '../verify/verify-value.ts'
import { findStructure } from './find-structure.ts'
import { createRuleVocabulary } from './rule-vocabulary.ts'

const vocabulary = createRuleVocabulary()
const length = 200_000

// Rules run in the service itself. Each of these took minutes, or did not end, with a pattern that goes back.
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
  '200,000 characters of %s cost a bounded time',
  (_, unit) => {
    const document = splitLines(unit.repeat(length / unit.length))
    const structure = findStructure(document, vocabulary)
    createVerifier(document.lines)({ value: 'a a', fromLine: 1, toLine: 1 })
    expect(structure.emails.length).toBeLessThanOrEqual(length)
  },
  60_000,
)
