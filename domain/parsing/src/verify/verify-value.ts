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
export function createVerifier(lines: readonly TextLine[]): Verifier {
  const source = foldSource(lines)
  return ({ value, fromLine, toLine }) => {
    const wanted = foldValue(value)
    if (wanted === '') return nowhere
    const hits = findAll(source, wanted).map((at) => spansOf(source, at, at + wanted.length))
    const pointed = hits.find((spans) => spans.every(({ line }) => line >= fromLine && line <= toLine))
    if (pointed) return { status: 'verified', quote: quote(lines, pointed), spans: pointed }
    const nearest = hits.sort(
      (one, other) => distance(one, fromLine, toLine) - distance(other, fromLine, toLine),
    )[0]
    return nearest ? { status: 'repaired', quote: quote(lines, nearest), spans: nearest } : nowhere
  }
}

/** Whole words only: Go does not stand in Google, nor 2019 in 20195. */
function findAll({ text }: FoldedSource, wanted: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (!joins(text, at) && !joins(text, at + wanted.length)) found.push(at)
  }
  return found
}

/** Whether the place between two characters is within a word or a number. */
function joins(text: string, at: number): boolean {
  const isWord = (character: string | undefined) =>
    character !== undefined && /[\p{L}\p{N}\p{M}]/u.test(character)
  return isWord(text[at - 1]) && isWord(text[at])
}

function distance(spans: readonly SourceSpan[], fromLine: number, toLine: number): number {
  const line = spans[0]?.line ?? Infinity
  return line < fromLine ? fromLine - line : Math.max(0, line - toLine)
}

function quote(lines: readonly TextLine[], spans: readonly SourceSpan[]): string {
  return spans.map(({ line, start, end }) => lines[line - 1]?.text.slice(start, end) ?? '').join('\n')
}
