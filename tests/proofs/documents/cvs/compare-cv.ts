// Compares what the rules find in a written CV with its truth, in both directions: what is missing, and what is found
// although it is not there. A value counts only if its line is right.
import type { DocumentStructure } from '@gatehouse/parsing/find-structure'
import type { TextLine } from '@gatehouse/reading/text-lines'
import type { Measure } from '../compare-with-truth.ts'
import type { WrittenCv } from './compose-cvs.ts'
import { linesOf } from './read-cvs.ts'

export type CvComparison = {
  measure: Measure
  /** True values, and those of them that were found in their lines. */
  wanted: number
  found: number
  /** Values that were found, whether true or not. */
  given: number
  problems: readonly string[]
}

/** A value in a form in which both sides can be compared, with the text of its line. */
type Placed = { value: string; line: string }

export function compareCv(cv: WrittenCv, lines: readonly TextLine[], structure: DocumentStructure) {
  const truth = trueValues(cv)
  const found = foundValues(lines, structure)
  return (Object.keys(truth) as Measure[]).map((measure): CvComparison => {
    const left = [...found[measure]]
    const missing = truth[measure].filter((wanted) => {
      const at = left.findIndex((one) => isSame(wanted, one))
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
    return {
      measure,
      wanted: truth[measure].length,
      found: truth[measure].length - missing.length,
      given: found[measure].length,
      problems: [
        ...missing.map(({ value, line }) => `${measure} without ${value} in “${line}”`),
        ...left.map(({ value, line }) => `${measure} with ${value} in “${line}”`),
      ],
    }
  })
}

/** A row of a table is read as one line or as several, so a line must contain the part that has the value. */
function isSame(wanted: Placed, { value, line }: Placed): boolean {
  return wanted.value === value && squeeze(line).includes(squeeze(wanted.line))
}

function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function trueValues(cv: WrittenCv): Record<Measure, Placed[]> {
  const { emails, phones, dateRanges, headings } = cv.truth
  const own = linesOf(cv)
  const at = (line: number) => own[line - 1] ?? ''
  return {
    emails: emails.map(({ value, line }) => ({ value, line: at(line) })),
    phones: phones.map(({ e164, line }) => ({ value: e164, line: at(line) })),
    dateRanges: dateRanges.map(({ start, end, text }) => ({ value: `${start} to ${end}`, line: text })),
    headings: headings.map(({ kind, text }) => ({ value: kind, line: text })),
  }
}

function foundValues(lines: readonly TextLine[], structure: DocumentStructure): Record<Measure, Placed[]> {
  const at = (line: number | undefined) => lines[(line ?? 0) - 1]?.text ?? ''
  const { emails, phones, dateRanges, headings } = structure
  return {
    emails: emails.map(({ value, span }) => ({ value, line: at(span.line) })),
    phones: phones.map(({ e164, raw, span }) => ({ value: e164 ?? raw, line: at(span.line) })),
    dateRanges: dateRanges.map(({ start, end, spans }) => ({
      value: `${start.value} to ${end?.value ?? null}`,
      line: spans.map(({ line }) => at(line)).join(' '),
    })),
    headings: headings.map(({ kind, span }) => ({ value: kind, line: at(span.line) })),
  }
}
