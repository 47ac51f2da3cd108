// Splits text into the words of which names consist, with their places, so that a name is found however its parts are
// joined: "CI/CD" and "ci cd", "node.js" and "Node JS", "Kaufmann/-frau im Einzelhandel" and "Kaufmann im Einzelhandel".
import { foldText } from '@gatehouse/reading/fold-text'
import { nameStem } from './name-stem.ts'

export type NameWords = {
  /** The words without case and accents. */
  words: readonly string[]
  /** What the inflected forms of each word share. */
  stems: readonly string[]
  starts: readonly number[]
  ends: readonly number[]
  /** Whether the word may belong to the same name as the word before it. */
  areJoined: readonly boolean[]
  /** Whether a hyphen joins the word to the word before it, as in "Software-Entwickler". */
  areHyphenated: readonly boolean[]
}

const wordCharacter = /[\p{L}\p{N}]/u
const markCharacter = /\p{M}/u

/**
 * Characters between two words of one name, also those of "Research & Development" and "Gesundheits- und Krankenpfleger".
 * A comma, a line break or a wide gap ends a name.
 */
const joiner = /^(?: {0,2}|[\u00a0\u202f.'’&_+/–\u2010\u2011-]| & |-,? )$/

const hyphen = /^[\u2010\u2011-]$/

/** Endings that postings put behind a male form to include women: Verkäufer/in, vendeur(se), vendedor/a, vânzător/oare. */
const genderEndings = new Set(
  (
    'in innen r frau frauen e es fe fes ve ves ne nes euse euses se ses ere eres iere trice trices rice ienne iennes ive ' +
    'a as ora oras esa oare easa ita'
  ).split(' '),
)
const genderJoiners = new Set(['/', '/-', '*', ':', '(', '(-', '·', '.', '_', '-/', '/ -'])

type Word = { folded: string; stem: string }

// Texts repeat the same words, and folding one takes longer than finding it here.
const knownWords = new Map<string, Word>()
const knownWordsMax = 50_000

function readWord(written: string): Word {
  const known = knownWords.get(written)
  if (known) return known
  if (knownWords.size >= knownWordsMax) knownWords.clear()
  const folded = foldText(written)
  const word = { folded, stem: nameStem(folded) }
  knownWords.set(written, word)
  return word
}

const notInWord = 1
const startsWord = 2
const continuesWord = 3
/** Kinds of UTF-16 units that were seen, 0 for others: a look-up is faster than an expression for each word. */
const unitKinds = new Uint8Array(0x1_00_00)

function unitKind(unit: number): number {
  const known = unitKinds[unit] ?? notInWord
  if (known !== 0) return known
  const character = String.fromCharCode(unit)
  const kind = wordCharacter.test(character)
    ? startsWord
    : markCharacter.test(character)
      ? continuesWord
      : notInWord
  unitKinds[unit] = kind
  return kind
}

/** The next word at or after a place in the text. */
function nextWord(text: string, place: number): { start: number; end: number } | undefined {
  let start = place
  while (start < text.length && unitKind(text.charCodeAt(start)) !== startsWord) start += 1
  if (start === text.length) return undefined
  let end = start + 1
  while (end < text.length && unitKind(text.charCodeAt(end)) !== notInWord) end += 1
  return { start, end }
}

export function readNameWords(text: string): NameWords {
  const words: string[] = []
  const stems: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  const areJoined: boolean[] = []
  const areHyphenated: boolean[] = []
  let gapStart = 0
  for (let at = nextWord(text, 0); at; at = nextWord(text, at.end)) {
    let { start, end } = at
    let { folded, stem } = readWord(text.slice(start, end))
    const gap = start - gapStart > 3 ? undefined : text.slice(gapStart, start)
    if (gap !== undefined && words.length > 0 && genderJoiners.has(gap) && genderEndings.has(folded)) {
      gapStart = text[end] === ')' ? end + 1 : end
      continue
    }
    const mark = technicalEnding(text, start, end)
    if (mark !== '') [folded, stem, end] = [folded + mark, folded + mark, end + mark.length]
    if (folded === 'net' && text[start - 1] === '.' && !wordCharacter.test(text[start - 2] ?? ' '))
      [folded, stem, start] = ['.net', '.net', start - 1]
    areJoined.push(words.length > 0 && gap !== undefined && joiner.test(text.slice(gapStart, start)))
    areHyphenated.push(gap !== undefined && hyphen.test(gap))
    words.push(folded)
    stems.push(stem)
    starts.push(start)
    ends.push(end)
    gapStart = end
  }
  return { words, stems, starts, ends, areJoined, areHyphenated }
}

/** The "++" or "#" of C++, C# and F#; a plus behind longer words joins ("Java+Spring") or counts ("10+ years"). */
function technicalEnding(text: string, start: number, end: number): string {
  if (end - start !== 1) return ''
  if (text[end] === '#') return '#'
  return text.startsWith('++', end) ? '++' : ''
}
