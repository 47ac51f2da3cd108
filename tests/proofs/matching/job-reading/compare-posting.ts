// Compares what was read from a posting with what people read in it, item by item. Every item is a string, so that both
// sides are sets: one that is in both is a hit, one only read is wrong, one only labelled is missing.
import type { JobPosting } from '@gatehouse/jobs/posting'
import { foldPhrase } from '@gatehouse/reading/fold-text'
import { findTowns } from '@gatehouse/reading/towns'
import type { PostingTruth } from './labelled-postings.ts'

/** The judged fields come first. */
export const judgedFields = [
  'must/nice',
  'years',
  'education',
  'language',
  'workplace',
  'employment',
  'salary',
  'location',
] as const
export const printedFields = ['responsibilities', 'benefits', 'seniority', 'apply'] as const
export type Field = (typeof judgedFields)[number] | (typeof printedFields)[number]

export type FieldComparison = { field: Field; hits: number; wrong: string[]; missing: string[] }

export function comparePosting(truth: PostingTruth, read: JobPosting): FieldComparison[] {
  return [...judgedFields, ...printedFields].map((field) =>
    compareItems(field, itemsOf(field, truth), readItems(field, read)),
  )
}

function compareItems(field: Field, wanted: readonly string[], found: readonly string[]): FieldComparison {
  const isSame = field === 'education' ? isSameField : (one: string, other: string) => one === other
  const missing = wanted.filter((one) => !found.some((other) => isSame(one, other)))
  const wrong = found.filter((one) => !wanted.some((other) => isSame(other, one)))
  return { field, hits: wanted.length - missing.length, wrong, missing }
}

/** A field of study counts if one of both names contains the other: "law" and "law or economics". */
function isSameField(one: string, other: string): boolean {
  const [line, name] = [one.split('|')[0], one.split('|')[1] ?? '']
  const [otherLine, otherName] = [other.split('|')[0], other.split('|')[1] ?? '']
  return line === otherLine && (name.includes(otherName) || otherName.includes(name))
}

function itemsOf(field: Field, truth: PostingTruth): string[] {
  switch (field) {
    case 'must/nice':
      return [...truth.must.map((line) => `${line} must`), ...truth.nice.map((line) => `${line} nice`)]
    case 'years':
      return truth.years.map(({ line, years }) => `${line} ${years}`)
    case 'education':
      return truth.education.flatMap(({ line, level, field: name }) => educationItems({ line, level, name }))
    case 'language':
      return truth.languages.map(({ code, level }) => `${code} ${level}`)
    case 'workplace':
      return truth.workplace === null ? [] : [truth.workplace]
    case 'employment':
      return truth.employmentTypes
    case 'salary':
      return salaryItems(truth.salary)
    case 'location':
      return truth.locations.map(({ city }) => findTowns(city)[0]?.town ?? foldPhrase(city))
    case 'responsibilities':
      return truth.responsibilities.map(String)
    case 'benefits':
      return truth.benefits.map(String)
    case 'seniority':
      return truth.seniority === null ? [] : [truth.seniority]
    case 'apply':
      return truth.apply === null ? [] : [String(truth.apply)]
  }
}

function readItems(field: Field, read: JobPosting): string[] {
  const lineOf = ({ line }: { line: number | null }) => (line ?? -2) + 1
  const { requirements } = read
  switch (field) {
    case 'must/nice':
      return once(requirements.map((one) => `${lineOf(one)} ${one.importance}`))
    case 'years':
      return once(
        requirements.flatMap((one) => (one.minYears === null ? [] : [`${lineOf(one)} ${one.minYears}`])),
      )
    case 'education':
      return once(
        requirements.flatMap((one) =>
          one.education
            ? educationItems({ line: lineOf(one), level: one.education.level, name: one.education.field })
            : [],
        ),
      )
    case 'language':
      return once(
        requirements.flatMap(({ language }) => (language ? [`${language.code} ${language.level}`] : [])),
      )
    case 'workplace':
      return read.workplace ? [read.workplace.value] : []
    case 'employment':
      return read.employmentTypes.map(({ value }) => value)
    case 'salary':
      return salaryItems(read.salary)
    case 'location':
      return read.locations.map(({ town, text }) => town ?? foldPhrase(text))
    case 'responsibilities':
      return once(read.responsibilities.map((one) => String(lineOf(one))))
    case 'benefits':
      return once(read.benefits.map((one) => String(lineOf(one))))
    case 'seniority':
      return read.seniority ? [read.seniority.value] : []
    case 'apply':
      return read.apply ? [String(lineOf(read.apply))] : []
  }
}

function educationItems({
  line,
  level,
  name,
}: {
  line: number
  level: string
  name: string | null
}): string[] {
  return [`${line} ${level}`, ...(name === null ? [] : [`${line} field|${foldPhrase(name)}`])]
}

type Salary = Pick<NonNullable<PostingTruth['salary']>, 'min' | 'max' | 'currency' | 'period'>

function salaryItems(salary: Salary | null): string[] {
  if (!salary) return []
  return [`${salary.min} to ${salary.max}`, String(salary.currency), `per ${salary.period}`]
}

function once(items: readonly string[]): string[] {
  return [...new Set(items)]
}
