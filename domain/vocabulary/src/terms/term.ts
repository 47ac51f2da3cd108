// Words become terms, the unit in which a job's requirements and a talent's text are compared. A term is the first six
// letters of a word, without accents, case and gender: crude, but it works alike in every language, so that inflected
// forms match (inginer, inginerului; manage, managing) without a stemmer per language. Six letters do well in both
// languages for which we have test data; five and seven are hardly worse.
import { foldText } from '@gatehouse/reading/fold-text'
import { rememberReadings } from '@gatehouse/reading/remember-readings'
import { foldGender, foldGenderedPhrases } from './gender-forms.ts'
import { stopWords } from './stop-words.ts'

const termLettersMax = 6

// A word up to its last letter or digit, including the characters of technical names: c++, c#, node.js; ci/cd is two
// words.
const word = /[\p{L}\p{N}][\p{L}\p{N}+#]*(?:\.[\p{L}\p{N}]+)*/gu

const dropped = stopWords()

/** Terms in text order, with repetitions. Words without a meaning of their own and words for a gender are not terms. */
export function readTerms(text: string): string[] {
  return (foldGenderedPhrases(foldText(text)).match(word) ?? [])
    .filter((found) => found.length > 1 && !dropped.has(found))
    .map(termOf)
}

/** Texts repeat the same words. */
const wordsMax = 50_000
const termOf = rememberReadings(
  (found) => firstLetters(found.length > foldedLettersMax ? found : foldGender(found)),
  wordsMax,
)

/** Longer words keep their first six letters whatever their ending is. */
const foldedLettersMax = 13

/** Letters outside the basic plane are two UTF-16 units and are not cut in half. */
function firstLetters(folded: string): string {
  if (folded.length <= termLettersMax) return folded
  return Array.from(folded.slice(0, 2 * termLettersMax))
    .slice(0, termLettersMax)
    .join('')
}

/** Each term once, in text order. */
export function distinctTerms(text: string): string[] {
  return [...new Set(readTerms(text))]
}
