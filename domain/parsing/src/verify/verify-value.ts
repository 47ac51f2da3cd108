// Does a value that a model gave stand in the lines that it points to? In them: verified. Elsewhere in the document:
// repaired, with the pointer put right. Nowhere: unverified, and never used as a fact.
import type { TextLine } from '../text/document-text.ts'
import type { SourceSpan } from '../text/source-span.ts'
import { type FoldedSource, foldSource, foldValue, spansOf } from './fold-source.ts'

export type VerificationStatus = 'verified' | 'repaired' | 'unverified'

export type Verification = {
  status: VerificationStatus
  /** As the document has it; null when it does not. */
  quote: string | null
  spans: readonly SourceSpan[]
}

/** A value with the lines that are said to hold it. */
export type PointedValue = { value: string; fromLine: number; toLine: number }

const nowhere: Verification = { status: 'unverified', quote: null, spans: [] }

export type Verifier = (pointed: PointedValue) => Verification

/** Folds the document once; the function it returns is asked for each value. */
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

/** Whether a value stands in these lines. They are not copied: many may be asked for, and each may be all there are. */
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

/** Where the first line with this number, or the next that there is, begins in the folded text. */
function startOf({ origins }: FoldedSource, line: number): number {
  let [low, high] = [0, origins.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((origins[middle]?.line ?? Infinity) < line) low = middle + 1
    else high = middle
  }
  return low
}

/** Places that only look like the word; a text with more of them is made to cost time. */
const falseHitsMax = 1_000

/** Whole words only: Go does not stand in Google, nor 2019 in 20195. */
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

/** Whether the place between two characters is within a word or a number, or within a name such as C++ and C#. */
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
