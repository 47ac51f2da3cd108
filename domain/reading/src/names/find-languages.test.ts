import { expect, test } from 'vitest'
import { splitLines } from '../text-lines.ts'
import { findLanguages, languageNames, normaliseLanguage } from './find-languages.ts'

const names = languageNames()

test.each([
  ['English (C1), German – native, Französisch A2', 'en c1|de native|fr a2'],
  ['Deutsch: Muttersprache | Englisch: B2', 'de native|en b2'],
  ['Română — maternă; Engleză C2', 'ro native|en c2'],
  ['fluent in Spanish', 'es null'],
])('%s', (text, expected) => {
  const found = findLanguages(splitLines(text), names)
  expect(found.map(({ code, cefr }) => `${code} ${cefr}`).join('|')).toBe(expected)
})

test.each([
  ['eng', 'en'],
  ['ger', 'de'],
  ['deu', 'de'],
  ['Niederländisch', 'nl'],
  ['polski', 'pl'],
  ['Klingon', undefined],
  ['xx', undefined],
])('%s is %s', (name, code) => {
  expect(normaliseLanguage(name, names)).toBe(code)
})
