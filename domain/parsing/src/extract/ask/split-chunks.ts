// Splits long documents into chunks, each with a question of its own; nothing is summarised. A chunk ends where a
// section or a role starts. If it has to end within a section, the next chunk repeats the last role, so that every role
// is complete in at least one chunk.
import type { TextLine } from '@gatehouse/reading/text-lines'

/** The lines at which sections and roles start. */
export type Boundaries = {
  headings: readonly { span: { line: number } }[]
  dateRanges: readonly { spans: readonly { line: number }[] }[]
}

/** About 6,000 tokens: above it models start to omit things. */
export const chunkCharactersMax = 24_000
/** A chunk whose answer is cut off is halved, but not below this size. */
const linesMin = 8
const overlapLinesMax = 12

export function splitChunks(
  lines: readonly TextLine[],
  boundaries: Boundaries,
  charactersMax = chunkCharactersMax,
): TextLine[][] {
  const chunks: TextLine[][] = []
  let rest = [...lines]
  while (rest.length > 0) {
    const fits = countFitting(rest, charactersMax)
    if (fits >= rest.length) return [...chunks, rest]
    const { end, next } = chooseEnd(rest, fits, boundaries)
    chunks.push(rest.slice(0, end))
    rest = rest.slice(next)
  }
  return chunks
}

/** Returns undefined if the chunk is too short to be halved. */
export function halve(lines: readonly TextLine[], boundaries: Boundaries): TextLine[][] | undefined {
  if (lines.length < 2 * linesMin) return undefined
  const { end, next } = chooseEnd(lines, Math.ceil(lines.length * 0.6), boundaries)
  return [lines.slice(0, end), lines.slice(next)]
}

function countFitting(lines: readonly TextLine[], charactersMax: number): number {
  let characters = 0
  const index = lines.findIndex(({ text }) => (characters += text.length + 6) > charactersMax)
  return index < 0 ? lines.length : Math.max(1, index)
}

/**
 * Chooses an end in the second half of what fits: before the last heading, else before the last role, else at the
 * limit.
 */
function chooseEnd(
  lines: readonly TextLine[],
  fits: number,
  { headings, dateRanges }: Boundaries,
): { end: number; next: number } {
  const headingLines = new Set(headings.map(({ span }) => span.line))
  const roleLines = new Set(dateRanges.map(({ spans }) => spans[0]?.line))
  const isHeading = ({ number }: TextLine) => headingLines.has(number)
  const isRole = ({ number }: TextLine) => roleLines.has(number)
  const from = Math.max(1, Math.floor(fits / 2))
  const heading = findLast(lines, [from, fits], isHeading)
  if (heading !== undefined) return { end: heading, next: heading }
  // Title and employer are often a line or two above their dates.
  const role = findLast(lines, [from, fits], isRole)
  const end = role === undefined ? fits : Math.max(from, role - 2)
  const before = findLast(lines, [Math.max(1, end - overlapLinesMax), end - 1], isRole)
  return { end, next: before === undefined ? end : Math.max(1, before - 2) }
}

function findLast(
  lines: readonly TextLine[],
  [from, to]: readonly [number, number],
  matches: (line: TextLine) => boolean,
): number | undefined {
  for (let index = to; index >= from; index -= 1) {
    const line = lines[index]
    if (line && matches(line)) return index
  }
  return undefined
}
