// Completes what rules read from a posting with what a model read from it. A value of the model counts only if its words
// stand in a line of the text. Where rules read a value, theirs stays: on labelled postings they are right more often
// than not, give the same result every time, and cannot be steered by the text. So a model fills gaps: values that rules
// did not find, and requirements in lines that rules took for nothing else.
import { foldPhrase } from '@gatehouse/reading/fold-text'
import { type EducationLevel, type LanguageLevel, educationLevels } from '@gatehouse/reading/levels'
import { withoutBullet } from '@gatehouse/reading/text-lines'
import { findTowns } from '@gatehouse/reading/towns'
import type {
  Importance,
  JobPosting,
  PostingCategory,
  PostingLine,
  PostingPlace,
  PostingRequirement,
  PostingSalary,
  SalaryPeriod,
  Stated,
} from './posting.ts'

/** The part of `parsed_jd/1.0` that is used. Choices without a quote, such as the workplace, are not. */
export type ParsedPosting = {
  employer: string | null
  department: string | null
  summary: string | null
  responsibilities: readonly string[]
  benefits: readonly string[]
  requirements: readonly ParsedRequirement[]
  locations: readonly { text: string; city: string | null; country: string | null }[]
  salary: ParsedSalary | null
  start_date: { value: string; raw: string } | null
  valid_through: { value: string; raw: string } | null
}

type ParsedRequirement = {
  text: string
  category: PostingCategory | 'location'
  importance: Importance
  min_years: number | null
  education_level: string | null
  language: string | null
  min_cefr: LanguageLevel | null
}

type ParsedSalary = {
  min: number | null
  max: number | null
  currency: string | null
  period: SalaryPeriod | null
  gross: boolean | null
  evidence: readonly { quote: string; status: string }[]
}

/** More than a posting has; a parse that returns more is cut. */
const requirementsMax = 100

export function completePosting(text: string, read: JobPosting, parsed: ParsedPosting): JobPosting {
  const find = createLineFinder(text)
  const state = (value: string | null): Stated<string> | null => {
    const line = value === null ? undefined : find(value)
    return value === null || line === undefined ? null : { value: value.trim(), line: line.number }
  }
  const day = (date: ParsedPosting['start_date']): Stated<string> | null => {
    const line = date ? find(date.raw) : undefined
    return date && line ? { value: date.value, line: line.number } : null
  }
  const requirements = completeRequirements(read, parsed.requirements, find)
  const taken = new Set(requirements.map(({ line }) => line))
  return {
    ...read,
    employer: read.employer ?? state(parsed.employer),
    department: read.department ?? state(parsed.department),
    summary: read.summary ?? state(parsed.summary),
    locations:
      read.locations.length > 0 ? read.locations : parsed.locations.flatMap((one) => toPlace(one, find)),
    salary: read.salary ?? toSalary(parsed.salary, find),
    requirements,
    responsibilities:
      read.responsibilities.length > 0
        ? read.responsibilities
        : toLines(parsed.responsibilities, { find, taken }),
    benefits: read.benefits.length > 0 ? read.benefits : toLines(parsed.benefits, { find, taken }),
    startDate: read.startDate ?? day(parsed.start_date),
    validThrough: read.validThrough ?? day(parsed.valid_through),
  }
}

type FoundLine = { number: number; text: string }
type FindLine = (quote: string) => FoundLine | undefined

const quoteLettersMin = 2

/** Returns the first line that contains the words, however they are spaced or accented. */
function createLineFinder(text: string): FindLine {
  const lines = text.split('\n').map((line, number) => ({ number, text: line, folded: foldPhrase(line) }))
  return (quote) => {
    const folded = foldPhrase(quote)
    if (folded.length < quoteLettersMin) return undefined
    return lines.find((line) => line.folded.includes(folded))
  }
}

function toPlace(
  { text, city, country }: ParsedPosting['locations'][number],
  find: FindLine,
): PostingPlace[] {
  const line = find(text)
  if (!line) return []
  const name = city !== null && find(city)?.number === line.number ? city : text
  const [town] = findTowns(name)
  return [
    { text: name, town: town?.town ?? null, country: country ?? town?.country ?? null, line: line.number },
  ]
}

function toSalary(parsed: ParsedSalary | null, find: FindLine): PostingSalary | null {
  const quote = parsed?.evidence.find(({ status }) => status !== 'unverified')?.quote
  const line = quote === undefined ? undefined : find(quote)
  if (!parsed || !line) return null
  const { min, max, currency, period, gross } = parsed
  return { min, max, currency, period, isGross: gross, line: line.number }
}

/** A line that states a requirement is neither a responsibility nor a benefit. */
function toLines(
  quotes: readonly string[],
  { find, taken }: { find: FindLine; taken: ReadonlySet<number | null> },
): PostingLine[] {
  const found = quotes.flatMap((quote) => find(quote) ?? []).filter(({ number }) => !taken.has(number))
  return [...new Map(found.map((line) => [line.number, line])).values()]
    .sort((one, other) => one.number - other.number)
    .map(({ number, text }) => ({ text: withoutBullet(text), line: number }))
}

/**
 * Adds requirements in lines that rules took for nothing else, with ids of their own, so that the others keep theirs; and
 * the years that rules did not find in theirs.
 */
function completeRequirements(
  read: JobPosting,
  parsed: readonly ParsedRequirement[],
  find: FindLine,
): PostingRequirement[] {
  const placed = parsed
    .slice(0, requirementsMax)
    .flatMap((one) => ({ one, line: find(one.text) }))
    .flatMap(({ one, line }) => (line ? [{ one, line }] : []))
  const known = read.requirements.map((requirement) => {
    const years = placed.find(({ line, one }) => line.number === requirement.line && one.min_years !== null)
    const isTimed = read.requirements.some(
      ({ line, minYears }) => line === requirement.line && minYears !== null,
    )
    if (!years || isTimed || requirement.education || requirement.language) return requirement
    return Object.assign({}, requirement, { minYears: years.one.min_years })
  })
  const others = new Set([
    read.titleLine,
    read.apply?.line,
    ...[...read.requirements, ...read.responsibilities, ...read.benefits].map(({ line }) => line),
  ])
  const added = placed
    .filter(({ one, line }) => one.category !== 'location' && !others.has(line.number))
    .map(({ one, line }, index) => toRequirement(one, line, `m${index + 1}`))
  return [...known, ...added]
}

function toRequirement(parsed: ParsedRequirement, line: FoundLine, id: string): PostingRequirement {
  const { text, category, importance, min_years, education_level, language, min_cefr } = parsed
  const level = educationLevels.find((one: EducationLevel) => one === education_level)
  return {
    id,
    line: line.number,
    text: line.text.includes(text) ? text : withoutBullet(line.text),
    importance,
    category: category === 'location' ? 'other' : category,
    minYears: min_years,
    education: category === 'education' && level ? { level, field: null } : null,
    language: category === 'language' && language !== null ? { code: language, level: min_cefr } : null,
  }
}
