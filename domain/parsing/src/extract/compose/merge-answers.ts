// Merges the answers about the chunks of a document. Lists are concatenated, and an entry that two overlapping chunks
// returned is kept once. Of single values the first one wins.
import type { CvAnswer } from '../question/cv-answer.ts'
import type { JdAnswer } from '../question/jd-answer.ts'
import { foldValue } from '../../verify/fold-source.ts'
import type { Pointer } from '../question/answer-parts.ts'

type Fields = Readonly<Record<string, unknown>>

/** The fields that identify an entry of each list. */
const keys: Readonly<Record<string, readonly string[]>> = {
  experience: ['title', 'employer', 'date_text'],
  education: ['institution', 'degree', 'date_text'],
  skills: ['name'],
  languages: ['name'],
  certifications: ['name'],
  projects: ['name'],
  requirements: ['text'],
  other_sections: ['heading', 'from'],
  locations: ['text'],
  responsibilities: ['from'],
}

export function mergeCvAnswers([first, ...others]: readonly CvAnswer[]): CvAnswer | undefined {
  return first && others.reduce(merge, first)
}

export function mergeJdAnswers([first, ...others]: readonly JdAnswer[]): JdAnswer | undefined {
  return first && others.reduce(merge, first)
}

function merge<Answer extends Fields>(one: Answer, other: Answer): Answer {
  const merged = Object.keys(one).map((name) => [name, mergeField(name, one[name], other[name])])
  return Object.fromEntries(merged) as Answer
}

function mergeField(name: string, one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return mergeLists(name, one, other)
  if (isFields(one) && isFields(other)) return merge(one, other)
  return one ?? other
}

function mergeLists(name: string, one: readonly unknown[], other: readonly unknown[]): unknown[] {
  const known = new Set<string>()
  return [...one, ...other].filter((item) => {
    const key = keyOf(name, item)
    const isNew = !known.has(key)
    known.add(key)
    return isNew
  })
}

function keyOf(name: string, item: unknown): string {
  const names = keys[name]
  if (!isFields(item) || !names) return JSON.stringify(item)
  return JSON.stringify(names.map((one) => foldValue(JSON.stringify(item[one] ?? ''))))
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// Bounds a model's answer by the size of the document: lists have a maximum length, and the lines that the entries of
// one list point to add up to at most twice the document. The author of a document can make a model point to all of it
// again and again.
const entriesMax = 500
/** Minimum allowance, because the lines of a short document may be pointed to more than twice. */
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

/** An entry that exceeds the remaining allowance keeps only its first line. */
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
