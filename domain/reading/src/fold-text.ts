// Makes spellings comparable. Folded text is for comparison only, never for display.
import { rememberReadings } from './remember-readings.ts'

// oxlint-disable-next-line no-control-regex -- the pattern covers the whole ASCII range
const isAscii = /^[\u0000-\u007f]*$/

/** Removes case and accents. Precomposed and decomposed letters become equal. */
export function foldText(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase()
  return text.length < lineLengthMin ? foldOther(text) : foldLine(text)
}

function foldOther(text: string): string {
  return hasOtherLetters.test(text) ? foldAny(text) : foldUnits(text)
}

/** A shorter text is folded in less time than it is looked up. */
const lineLengthMin = 20
const foldLine = rememberReadings(foldOther)

/** Folds letter by letter, so that positions are those of the text: `foldText` makes two letters of ß. */
export function foldLetters(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase()
  return hasOtherLetters.test(text)
    ? Array.from(text, (letter) => foldAny(letter).charAt(0) || letter).join('')
    : foldUnits(text, firstLetter)
}

function foldAny(text: string): string {
  const folded = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  // The two common letters that Unicode does not decompose.
  return folded.replaceAll('ß', 'ss').replaceAll('ł', 'l')
}

/**
 * Anything but Latin letters, accents, punctuation and symbols. Those fold in the same way beside any other character,
 * unlike a Greek sigma.
 */
const hasOtherLetters = /[\u0370-\u1fff\u2c00-\uffff]/

// Decomposing a text costs ten times as much as looking up its few characters outside ASCII.
const foldedUnits = new Map<number, string>()

function foldUnits(text: string, letterOf?: (folded: string, unit: number) => string): string {
  let folded = ''
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit < asciiEnd) continue
    const letters = foldUnit(unit)
    folded += text.slice(from, at) + (letterOf ? letterOf(letters, unit) : letters)
    from = at + 1
  }
  return (folded + text.slice(from)).toLowerCase()
}

const asciiEnd = 0x80

function foldUnit(unit: number): string {
  const known = foldedUnits.get(unit)
  if (known !== undefined) return known
  const folded = foldAny(String.fromCharCode(unit))
  foldedUnits.set(unit, folded)
  return folded
}

/** An accent on its own keeps its place. */
function firstLetter(folded: string, unit: number): string {
  return folded.charAt(0) || String.fromCharCode(unit)
}

/** Folds a phrase: no case, accents, dots or apostrophes, and single spaces. */
export function foldPhrase(text: string): string {
  return foldText(text)
    .replaceAll(/[.’'`´]/g, '')
    .replaceAll(/\s{2,}|[^\S ]/g, ' ')
    .trim()
}

export type FoldedPhrase = {
  text: string
  /** For each character of `text` and for its end, the offset in the source. */
  offsets: readonly number[]
}

/** Folds like `foldPhrase`, except that spaces at the ends stay, and keeps the position of each character. */
export function foldWithOffsets(source: string): FoldedPhrase {
  let text = ''
  const offsets: number[] = []
  let at = 0
  for (const character of source) {
    const folded = /\s/.test(character) ? ' ' : foldText(character).replaceAll(/[.’'`´]/g, '')
    if (folded !== ' ' || !text.endsWith(' ')) {
      text += folded
      for (let unit = 0; unit < folded.length; unit += 1) offsets.push(at)
    }
    at += character.length
  }
  return { text, offsets: [...offsets, source.length] }
}
