import { createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import { expect, test } from 'vitest'
import { readCvLines } from './cv-lines.ts'
import { readLanguages } from './read-languages.ts'

const { languages } = createRuleVocabulary()
const read = (text: string) =>
  readLanguages(readCvLines(text).lines, languages).map(({ code, level }) => `${code} ${level}`)

test.each([
  ['LANGUAGES\nEnglish (C2), French (native)', ['en c2', 'fr native']],
  ['Sprachen\nDeutsch – Muttersprache\nEnglisch: verhandlungssicher', ['de native', 'en c1']],
  [
    'LANGUES\nFrançais (langue maternelle)\nAnglais courant, espagnol : notions',
    ['fr native', 'en c1', 'es a2'],
  ],
  ['Idiomas\nEspañol: nativo\nInglés: B1', ['es native', 'en b1']],
  ['Limbi\nRomână: nativ\nEngleză | avansat', ['ro native', 'en c1']],
  ['SUMMARY\nWelder, fluent in English and German', ['en c1', 'de c1']],
  ['SKILLS\nWelding\nLanguages: Polish, basic German', ['pl null', 'de a2']],
  ['SKILLS\nGute Englischkenntnisse', ['en b2']],
])('%s', (text, expected) => {
  expect(read(text)).toEqual(expected)
})

test('a language that a role mentions is not one that the person states to speak', () => {
  expect(read('EXPERIENCE\nTeacher, Acme\n2019 - 2021\n- Taught English to advanced learners')).toEqual([])
})
