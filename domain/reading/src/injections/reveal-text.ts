// Undoes the usual ways of hiding words from a search: look-alike letters, invisible characters, s p a c e d letters,
// d1g1ts for letters, and simple encodings. The result is for comparison only.
import { foldText } from '../fold-text.ts'
import { decodeText, moveLetters } from './decode-text.ts'

/** Letters of other scripts that look like Latin ones, each before the Latin letter. */
const lookAlikes = new Map(
  (
    'аa еe оo рp сc уy хx іi јj ѕs һh ԁd ԛq ԝw вb нh кk мm тt гr пn αa βb εe ηn ιi κk νv οo ρp τt υu χx γy ωw ' +
    'ıi ɡg ɑa ʟl ꓲi ոn օo'
  )
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
)
const otherScripts =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\u0131\u0251\u0261\u029f\ua4f2]/gu
const invisible = /\p{Cf}|[\u115f\u1160\u3164]/gu

/** Readings of the text, the plain one first. Most texts have one. */
export function revealText(text: string, isWord: (word: string) => boolean): string[] {
  const plain = foldText(text.replaceAll(invisible, ''))
  const latin = plain.replaceAll(otherScripts, (letter) => lookAlikes.get(letter) ?? letter)
  const joined = joinSpacedLetters(latin, isWord)
  const readings = [latin, ...replaceDigits(joined), ...decodeText(text)]
  // Encoded letters contain no short words of a language, which nearly every sentence does.
  const moved = isSentence.test(plain) ? [] : moveLetters(text).filter((reading) => hasWords(reading, isWord))
  return [...new Set([...readings, ...moved])]
}

// Three or more single letters with the same kind of gap. In a line that has four in a row, two are enough, because short
// words are then spaced as well.
const spaced = /(?<![a-z0-9])[a-z0-9](?:[ .*_~|/·-][a-z0-9](?![a-z0-9])){3,}/
const spacedWord = /(?<![a-z0-9])[a-z0-9]([ .*_~|/·-])[a-z0-9](?:\1[a-z0-9])*(?![a-z0-9])/g

function joinSpacedLetters(text: string, isWord: (word: string) => boolean): string {
  const parted = text
    .replaceAll(longRun, (run) => separateWords(run, isWord))
    .replaceAll(syllables, joinSyllables)
  // Judged before the longer words are joined, because "m-y" is then the only sign left.
  if (!spaced.test(text)) return parted
  return parted.replaceAll(spacedWord, (run) => separateWords(run.replaceAll(/[^a-z0-9]/g, ''), isWord))
}

/** No word of the five languages is that long, apart from German compounds, in which few other words are known. */
const longRun = /[a-z]{24,}/g

/** Three or more short pieces: "ig-no-re". */
const syllables = /(?<![a-z])[a-z]{1,5}(?:[-·_][a-z]{1,5}){2,}(?![a-z])/g

function joinSyllables(run: string): string {
  return run.replaceAll(/[^a-z]/g, '')
}

const wordLettersMax = 14
const wordLettersMin = 4

/** Letters that are spaced evenly show no words, so known words are looked for, the longest first. */
function separateWords(letters: string, isWord: (word: string) => boolean): string {
  if (letters.length <= wordLettersMax) return letters
  let words = ''
  for (let index = 0; index < letters.length;) {
    const word = longestWord(letters.slice(index, index + wordLettersMax), isWord)
    words += word === undefined ? letters.charAt(index) : ` ${word} `
    index += word?.length ?? 1
  }
  return words.replaceAll(/\s+/g, ' ').trim()
}

function longestWord(letters: string, isWord: (word: string) => boolean): string | undefined {
  for (let length = letters.length; length >= wordLettersMin; length -= 1) {
    const word = letters.slice(0, length)
    if (isWord(word)) return word
  }
  return undefined
}

const mixedWord = /[a-z0-9@$!€£]*(?:[a-z][0134578@$!€£]|[0134578@$!€£][a-z])[a-z0-9@$!€£]*/g
const hasMixedWord = /[a-z][0134578@$!€£]|[0134578@$!€£][a-z]/
const letterByDigit = new Map(
  ['0o', '3e', '4a', '5s', '7t', '8b', '@a', '$s', '!i', '€e', '£l'].map((pair) => [
    pair.charAt(0),
    pair.charAt(1),
  ]),
)

/** A one may stand for an i or an l, which gives two readings. */
function replaceDigits(text: string): string[] {
  if (!hasMixedWord.test(text)) return [text]
  return ['i', 'l'].map((one) =>
    text.replaceAll(mixedWord, (word) =>
      word.replaceAll(/[0134578@$!€£]/g, (digit) =>
        digit === '1' ? one : (letterByDigit.get(digit) ?? digit),
      ),
    ),
  )
}

const isSentence =
  /\b(?:the|of|and|for|with|at|der|die|das|und|von|mit|fur|im|le|la|les|des|du|et|de|el|los|las|del|con|para|si|cu|pe|pentru|al|sau|din)\b/

/** Random letters contain a known word now and then, but not mostly known words. */
function hasWords(reading: string, isWord: (word: string) => boolean): boolean {
  const found = reading.match(/[a-z]{3,}/g) ?? []
  const known = found.filter(isWord).length
  return known >= 2 && known * 5 >= found.length * 2
}
