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
  ['Languages\nSpanish and English, both native', ['es native', 'en native']],
  ['Sprachen\nUkrainisch und Russisch (Muttersprache)\nDeutsch B2', ['uk native', 'ru native', 'de b2']],
  ['Langues\nFrançais et anglais de naissance', ['fr native', 'en native']],
  ['Kurse\nTypo3\nSprachen: Deutsch, Russisch (beide Muttersprache)', ['de native', 'ru native']],
  ['Idiomas\nInglés (TOEFL iBT 98), francés un poco', ['en c1', 'fr a2']],
  ['Langues\nAnglais bilingue, allemand scolaire', ['en native', 'de a2']],
  ['LIMBI: sârbă (bine), engleză (puțin)', ['sr b2', 'en a2']],
])('%s', (text, expected) => {
  expect(read(text)).toEqual(expected)
})

test('a language that a role mentions is not one that the person states to speak', () => {
  expect(read('EXPERIENCE\nTeacher, Acme\n2019 - 2021\n- Taught English to advanced learners')).toEqual([])
})
