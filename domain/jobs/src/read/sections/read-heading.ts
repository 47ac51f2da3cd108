// Decides whether a line of a posting is a heading, by its form and its words, and which section it opens.
import { foldPhrase } from '@gatehouse/reading/fold-text'
import type { PostingTextLine } from '../posting-line.ts'
import type { PostingSectionKind } from './section-kind.ts'
import { sectionOfAnyHeading, sectionOfHeading, sectionOfLabel } from './section-words.ts'

const wordsMax = 9
/** A clause that a list continues is longer: "As a member of the Year 5 team you will". */
const leadWordsMax = 16
const plainWordsMax = 6
const itemWordsMax = 5

/** `kind` is undefined for a heading of no known section. */
export type PostingHeading = { kind: PostingSectionKind | undefined; label: string }

export type HeadingContext = {
  next: PostingTextLine | undefined
  /** Whether empty lines divide the posting; if not, a heading need not follow one. */
  isSpaced: boolean
}

export function readHeading(line: PostingTextLine, context: HeadingContext): PostingHeading | undefined {
  const { text, folded, isItem, isMarked } = line
  const { next } = context
  if (next === undefined || /[.;,]$/.test(text) || /@|\d{3}/.test(text)) return undefined
  const words = text.split(/\s+/).length
  if (isItem) return readItemHeading(line, next, words)
  const isColon = /[:：]$/.test(text)
  const opensList = next.isItem && !next.isAfterBlank
  if (words > (opensList ? leadWordsMax : wordsMax)) return undefined
  const qualified = readQualified(line, next)
  if (qualified) return qualified
  if (!isColon && /[:：]\s/.test(text)) return undefined
  const isCapitals = /\p{Lu}{2}/u.test(text) && text === text.toUpperCase() && !/\d/.test(text)
  const hasForm = isMarked || isColon || isCapitals || opensList || /^¿?[^?]+\?$/.test(text)
  const kind = hasForm ? sectionOfAnyHeading(folded) : sectionOfPlain(line, words, context)
  if (kind !== undefined) return { kind, label: folded }
  // A heading of no known kind still ends the section before it.
  return isMarked || isColon || isCapitals || (opensList && line.isAfterBlank)
    ? { kind: undefined, label: folded }
    : undefined
}

/** A heading with a number or a bullet of its own: "2. Your profile" above items with dashes. */
function readItemHeading(
  { folded, marker }: PostingTextLine,
  next: PostingTextLine,
  words: number,
): PostingHeading | undefined {
  if (!next.isItem || next.marker === marker || words > itemWordsMax) return undefined
  const kind = sectionOfHeading(folded)
  return kind && { kind, label: folded }
}

/** "Person specification: essential" names its section after the colon. */
function readQualified({ text, folded }: PostingTextLine, next: PostingTextLine): PostingHeading | undefined {
  const part = next.isItem ? /[:：]\s+(?<part>[^:：]{3,30})$/u.exec(text)?.groups?.['part'] : undefined
  const kind = part === undefined ? undefined : sectionOfHeading(foldPhrase(part))
  return kind === 'must' || kind === 'nice' ? { kind, label: folded } : undefined
}

/** Words that begin a heading and hardly a line of a list. */
const opener =
  /^(?:what|your|we|who|about|requirements|qualifications|benefits|was|das|wir|dein|deine|ihr|ihre|unser|unsere|anforderungen|aufgaben|profil|ce|vos|votre|nous|notre|profil|missions|que|lo que|tu|tus|te|ofrecemos|requisitos|funciones|cerinte|oferim|iti|responsabilitati|beneficii)(?!\p{L})/u

/** A line without the form of a heading is one if it is short, begins a paragraph and names a section. */
function sectionOfPlain(
  { folded, isAfterBlank }: PostingTextLine,
  words: number,
  { next, isSpaced }: HeadingContext,
): PostingSectionKind | undefined {
  const known = sectionOfLabel(folded)
  if (!isAfterBlank) return !isSpaced && opener.test(folded) ? sectionOfAnyHeading(folded) : undefined
  if (known !== undefined || words > plainWordsMax) return known
  // A clause that stands alone may be the beginning of the text: its own lines must follow it.
  return next?.isAfterBlank === true ? sectionOfHeading(folded) : sectionOfAnyHeading(folded)
}
