// Undoes the usual ways of hiding words from a search: look-alike letters, invisible characters, s p a c e d letters,
// d1g1ts for letters, and simple encodings. The result is for comparison only.
import { foldText } from '../fold-text.ts'

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
  const readings = [latin, ...replaceDigits(joined), ...decodeBytes(text)]
  // Encoded letters contain no short words of a language, which nearly every sentence does.
  return [...new Set(isSentence.test(plain) ? readings : [...readings, ...moveLetters(text)])]
}

// Three or more single letters with the same kind of gap. In a line that has four in a row, two are enough, because short
// words are then spaced as well.
const spaced = /(?<![a-z0-9])[a-z0-9](?:[ .*_~|/·-][a-z0-9](?![a-z0-9])){3,}/
const spacedWord = /(?<![a-z0-9])[a-z0-9](?:[ .*_~|/·-][a-z0-9](?![a-z0-9]))+/g

function joinSpacedLetters(text: string, isWord: (word: string) => boolean): string {
  if (!spaced.test(text)) return text
  return text.replaceAll(spacedWord, (run) => separateWords(run.replaceAll(/[^a-z0-9]/g, ''), isWord))
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

const mixedWord = /[a-z0-9@$!]*(?:[a-z][0134578@$!]|[0134578@$!][a-z])[a-z0-9@$!]*/g
const hasMixedWord = /[a-z][0134578@$!]|[0134578@$!][a-z]/
const letterByDigit = new Map(
  ['0o', '3e', '4a', '5s', '7t', '8b', '@a', '$s', '!i'].map((pair) => [pair.charAt(0), pair.charAt(1)]),
)

/** A one may stand for an i or an l, which gives two readings. */
function replaceDigits(text: string): string[] {
  if (!hasMixedWord.test(text)) return [text]
  return ['i', 'l'].map((one) =>
    text.replaceAll(mixedWord, (word) =>
      word.replaceAll(/[0134578@$!]/g, (digit) =>
        digit === '1' ? one : (letterByDigit.get(digit) ?? digit),
      ),
    ),
  )
}

const base64 = /[A-Za-z0-9+/]{20,}={0,2}/g
const hexadecimal = /(?:[0-9a-f]{2}[ :]?){12,}/gi
const isReadable = /^[\p{L}\p{N}\p{P}\p{Z}\p{S}\n]+$/u
const words = /\p{L}{3,}/gu

/** Readings of base64 and of hexadecimal bytes. */
function decodeBytes(text: string): string[] {
  return [
    ...(text.match(base64) ?? []).map((found) => Buffer.from(found, 'base64').toString()),
    ...(text.match(hexadecimal) ?? []).map((found) =>
      Buffer.from(found.replaceAll(/[ :]/g, ''), 'hex').toString(),
    ),
  ]
    .filter((found) => isReadable.test(found) && (found.match(words)?.length ?? 0) >= 2)
    .map(foldText)
}

const isSentence =
  /\b(?:the|of|and|for|with|at|der|die|das|und|von|mit|fur|im|le|la|les|des|du|et|de|el|los|las|del|con|para|si|cu|pe|pentru|al|sau|din)\b/

/** Readings as ROT13 and from right to left. */
function moveLetters(text: string): string[] {
  return [text.replaceAll(/[a-z]/gi, rotate), Array.from(text).toReversed().join('')].map(foldText)
}

function rotate(letter: string): string {
  const first = letter <= 'Z' ? 65 : 97
  return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first)
}
