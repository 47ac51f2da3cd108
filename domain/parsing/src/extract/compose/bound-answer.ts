// Bounds a model's answer by the size of the document: lists have a maximum length, and the lines that the entries of
// one list point to add up to at most twice the document. The author of a document can make a model point to all of it
// again and again.
import type { Pointer } from '../question/answer-parts.ts'

const entriesMax = 500
/** Allowance for short documents, whose lines may be pointed to more often. */
const pointedLinesMin = 2_000

export type BoundAnswer<Answer> = { answer: Answer; isCut: boolean }

export function boundAnswer<Answer extends object>(answer: Answer, lineCount: number): BoundAnswer<Answer> {
  let isCut = false
  const fields = Object.entries(answer).map(([name, value]: [string, unknown]) => {
    if (!Array.isArray(value)) return [name, value]
    const bound = boundPointers(value.slice(0, entriesMax), lineCount)
    isCut ||= value.length > entriesMax || bound.some((entry, index) => entry !== value[index])
    return [name, bound]
  })
  return { answer: Object.fromEntries(fields) as Answer, isCut }
}

/** Once the allowance is used up, an entry keeps only its first line. */
function boundPointers(entries: readonly unknown[], lineCount: number): unknown[] {
  let left = Math.max(2 * lineCount, pointedLinesMin)
  return entries.map((entry) => {
    if (!isPointer(entry)) return entry
    const lines = Math.max(0, Math.min(entry.to, lineCount) - entry.from + 1)
    if (lines > 1 && lines > left) return { ...entry, to: entry.from }
    left -= lines
    return entry
  })
}

function isPointer(entry: unknown): entry is Pointer {
  return typeof entry === 'object' && entry !== null && 'from' in entry && 'to' in entry
}
