import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

test.each([
  { text: 'abc', lengthMax: 3, cut: 'abc' },
  { text: 'abcd', lengthMax: 3, cut: 'abc' },
  { text: 'ab\u{1f600}', lengthMax: 4, cut: 'ab\u{1f600}' },
  { text: 'ab\u{1f600}', lengthMax: 3, cut: 'ab' },
  { text: 'ab\u{1f600}c', lengthMax: 4, cut: 'ab\u{1f600}' },
  { text: '\u{1f600}', lengthMax: 1, cut: '' },
  { text: '\u{1f600}', lengthMax: 0, cut: '' },
])('$text is cut to $lengthMax units between characters', ({ text, lengthMax, cut }) => {
  expect(cutText(text, lengthMax)).toBe(cut)
})
