// Finds where a job's text states a value, as offsets that callers can check.
import type { JobRequirement } from './job-document.ts'

export type Evidence = JobRequirement['evidence'][number]

/** Lines of a text with their offsets. */
export type PlacedLine = { text: string; start: number }

/**
 * Splits the text into lines and their offsets. Called once per job, because a text may have as many requirements as
 * lines.
 */
export function placeLines(descriptionText: string): PlacedLine[] {
  let next = 0
  return descriptionText.split('\n').map((text) => {
    const start = next
    next += text.length + 1
    return { text, start }
  })
}

/** Searches only the line that is named; elsewhere the same words may mean something else. */
export function findEvidence(
  { text, line }: { text: string; line: number | null },
  lines: readonly PlacedLine[],
): Evidence {
  const named = line === null ? undefined : lines[line]
  const column = named?.text.indexOf(text) ?? -1
  if (!named || column < 0) return { quote: text, start: null, end: null, page: null, status: 'unverified' }
  const start = named.start + column
  return { quote: text, start, end: start + text.length, page: null, status: 'verified' }
}
