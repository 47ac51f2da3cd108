// Checks whether a value that a model returned occurs in the lines that it points to. If so it is verified; if it
// occurs elsewhere in the document, it is repaired with the right position; otherwise it is unverified and never used
// as a fact.
import type { SourceSpan, TextLine } from '@gatehouse/reading/text-lines'
import { type FoldedSource, foldSource, foldValue, spansOf } from './fold-source.ts'

type VerificationStatus = 'verified' | 'repaired' | 'unverified'

type Verification = {
  status: VerificationStatus
  /** The value as the document writes it; null if it does not occur. */
  quote: string | null
  spans: readonly SourceSpan[]
}

/** A value with the lines that supposedly contain it. */
type PointedValue = { value: string; fromLine: number; toLine: number }

const nowhere: Verification = { status: 'unverified', quote: null, spans: [] }

export type Verifier = (pointed: PointedValue) => Verification

/** Folds the document once; the returned function verifies any number of values. */
export function createVerifier(lines: readonly TextLine[], source = foldSource(lines)): Verifier {
  const lineAt = (at: number) => source.origins[at]?.line ?? Infinity
  return ({ value, fromLine, toLine }) => {
    const wanted = foldValue(value)
    if (wanted === '') return nowhere
    const [start, end] = [startOf(source, fromLine), startOf(source, toLine + 1)]
    const found = (at: number, status: VerificationStatus): Verification => {
      const spans = spansOf(source, at, at + wanted.length)
      return { status, quote: quote(lines, spans), spans }
    }
    const pointed = findWord(source.text, wanted, { from: start, to: end })
    if (pointed !== undefined) return found(pointed, 'verified')
    const after = findWord(source.text, wanted, { from: Math.max(start, end - wanted.length) })
    const before = findWordBefore(source.text, wanted, start)
    if (after === undefined || before === undefined) {
      const only = after ?? before
      return only === undefined ? nowhere : found(only, 'repaired')
    }
    const isBeforeNearer = fromLine - lineAt(before) < Math.max(0, lineAt(after) - toLine)
    return found(isBeforeNearer ? before : after, 'repaired')
  }
}

/**
 * Tests whether values occur in the given lines. Slicing the folded text copies nothing, which matters because many
 * entries may each point to the whole document.
 */
export function createMentions(
  source: FoldedSource,
  { from, to }: { from: number; to: number },
): (value: string) => boolean {
  const text = source.text.slice(startOf(source, from), startOf(source, to + 1))
  return (value) => {
    const wanted = foldValue(value)
    return wanted !== '' && findWord(text, wanted, { from: 0 }) !== undefined
  }
}

/** Maximum number of places of one value; a text with more of them was written to waste CPU time. */
const placesMax = 200

/** Finds every place of a value in the document. */
export function findPlaces(source: FoldedSource, value: string): SourceSpan[][] {
  const wanted = foldValue(value)
  const places: SourceSpan[][] = []
  let at = wanted === '' ? undefined : findWord(source.text, wanted, { from: 0 })
  while (at !== undefined && places.length < placesMax) {
    places.push(spansOf(source, at, at + wanted.length))
    at = findWord(source.text, wanted, { from: at + wanted.length })
  }
  return places
}

/** The offset in the folded text of the first line with at least this number. */
function startOf({ origins }: FoldedSource, line: number): number {
  let [low, high] = [0, origins.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((origins[middle]?.line ?? Infinity) < line) low = middle + 1
    else high = middle
  }
  return low
}

/** Maximum number of matches inside longer words; a text with more of them was written to waste CPU time. */
const falseHitsMax = 1_000

/** Finds whole words only: Go does not occur in Google, nor 2019 in 20195. */
function findWord(
  text: string,
  wanted: string,
  { from, to = text.length }: { from: number; to?: number },
): number | undefined {
  let at = text.indexOf(wanted, from)
  for (let hits = 0; at >= 0 && at + wanted.length <= to && hits < falseHitsMax; hits += 1) {
    if (!joins(text, at) && !joins(text, at + wanted.length)) return at
    at = text.indexOf(wanted, at + 1)
  }
  return undefined
}

function findWordBefore(text: string, wanted: string, before: number): number | undefined {
  let at = text.lastIndexOf(wanted, before)
  for (let hits = 0; at >= 0 && hits < falseHitsMax; hits += 1) {
    if (!joins(text, at) && !joins(text, at + wanted.length)) return at
    at = at === 0 ? -1 : text.lastIndexOf(wanted, at - 1)
  }
  return undefined
}

/** Whether a position is inside a word, a number, or a name such as C++ or C#. */
function joins(text: string, at: number): boolean {
  const [before, after] = [text[at - 1], text[at]]
  return isWord(before) && (isWord(after) || after === '+' || after === '#')
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}\p{M}]/u.test(character)
}

function quote(lines: readonly TextLine[], spans: readonly SourceSpan[]): string {
  return spans.map(({ line, start, end }) => lines[line - 1]?.text.slice(start, end) ?? '').join('\n')
}
