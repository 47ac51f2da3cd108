// Words become terms, the unit in which a job's requirements and a talent's text are compared. A term is the first six
// letters of a word, without accents and case: crude, but it works alike in every language, so that inflected forms
// match (inginer, inginerului; manage, managing) without a stemmer per language. Six letters do well in both languages
// for which we have test data; five and seven are hardly worse.
import { foldText } from '@gatehouse/reading/fold-text'

const termLettersMax = 6

// A word up to its last letter or digit, including the characters of technical names: c++, c#, node.js; ci/cd is two
// words.
const word = /[\p{L}\p{N}][\p{L}\p{N}+#]*(?:\.[\p{L}\p{N}]+)*/gu

// Words that reveal nothing but a person's gender. They are never terms, neither for jobs nor for talents, so that no
// score can depend on them.
const genderWords = new Set(
  (
    'he him his himself she her hers herself mr mrs ms miss sir madam man men woman women male female boy girl ' +
    'husband wife father mother gentleman lady domnul doamna domnisoara dl dna barbat femeie sot sotie tata mama ' +
    'el ea lui ei herr frau mann weiblich mannlich monsieur madame homme femme senor senora hombre mujer ' +
    'signor signora uomo donna'
  ).split(' '),
)

/** Terms in text order, with repetitions. */
export function readTerms(text: string): string[] {
  return (foldText(text).match(word) ?? [])
    .filter((found) => found.length > 1 && !genderWords.has(found))
    .map((found) => Array.from(found).slice(0, termLettersMax).join(''))
}

/** Each term once, in text order. */
export function distinctTerms(text: string): string[] {
  return [...new Set(readTerms(text))]
}
