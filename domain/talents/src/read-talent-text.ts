// Reads facts from the plain text of a CV, by rules alone: the facts of a talent before any model has parsed the CV,
// and the baseline for a model's parse. The lines before the first section identify the person and are not read; of the
// education section only the level is read.
import { findDateRanges } from '@gatehouse/reading/find-date-ranges'
import { foldText } from '@gatehouse/reading/fold-text'
import { type EducationLevel, educationLevels, readEducationLevel } from '@gatehouse/reading/levels'
import { monthNames } from '@gatehouse/reading/month-names'
import { countMonths, formatMonth, monthSpanOf } from '@gatehouse/reading/month-span'
import { readHeading } from '@gatehouse/reading/read-heading'
import type { SectionKind } from '@gatehouse/reading/section'
import { isListItem, plainLine, withoutBullet } from '@gatehouse/reading/text-lines'
import { distinctTerms } from '@gatehouse/vocabulary/term'
import {
  type RoleFact,
  type TalentFacts,
  type TermFact,
  linesPerTermMax,
  noFacts,
  termsPerTalentMax,
} from './talent-facts.ts'

type YearMonth = { year: number; month: number }

type Reading = {
  lines: readonly string[]
  asOf: string
  terms: Map<string, { lines: number[]; isInTitle: boolean }>
  roles: RoleFact[]
  education: { level: EducationLevel; line: number } | null
}

/**
 * `year` and `month` are the month in which the text was submitted, which is what "present" means in it. Line numbers
 * start at 0.
 */
export function readTalentText(text: string, { year, month }: YearMonth): TalentFacts {
  const lines = text.split('\n')
  const asOf = formatMonth(year * 12 + month - 1)
  const reading: Reading = { lines, asOf, terms: new Map(), roles: [], education: null }
  let section: SectionKind | undefined
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const heading = readHeading(line)
    section = heading?.kind ?? section ?? (startsWithoutHeading(line) ? 'other' : undefined)
    const content = heading ? heading.rest : line
    if (section !== undefined && !personal.has(section) && content !== '')
      readLine(reading, { section, index, content })
  }
  return {
    ...noFacts,
    terms: sortedTerms(reading),
    roles: reading.roles,
    education: reading.education,
  }
}

/** Sections about the person rather than their work; they are not read. */
const personal: ReadonlySet<SectionKind> = new Set(['contact', 'interests', 'references'])

/** A CV without headings starts where the lines about the person end: at the first list item or sentence. */
function startsWithoutHeading(line: string): boolean {
  return isListItem(line) || line.trim().split(/\s+/).length >= 10
}

const contactOrPicture = /@|https?:|www\.|linkedin\.|\.(?:jpe?g|png|gif|webp)\b|\bphoto(?:graph)?\s*:/i

type Line = { section: SectionKind; index: number; content: string }

function readLine(reading: Reading, { section, index, content }: Line): void {
  if (contactOrPicture.test(content)) return
  if (section === 'education') return readEducation(reading, index)
  // In the experience section a school may be an employer, so its name is kept; elsewhere it is where the person
  // studied.
  const withoutSchool = section === 'experience' ? (text: string) => text : withoutSchools
  const [range] = findDateRanges([{ ...plainLine(content), number: 1 }], monthNames())
  if (range) {
    const span = monthSpanOf(range, reading.asOf)
    const months = span ? countMonths([span]) : 0
    const beforeDates = withoutSchool(content.slice(0, range.spans[0]?.start))
    const titleTerms = distinctTerms(findTitle(reading, index, beforeDates))
    const id = `r${reading.roles.length + 1}`
    reading.roles.push({ id, titleTerms, months, isCurrent: range.isCurrent, line: index })
    for (const term of titleTerms) recordTerm(reading, term, { line: index, isInTitle: true })
  }
  for (const term of distinctTerms(withoutSchool(content)))
    recordTerm(reading, term, { line: index, isInTitle: false })
}

const schoolWords =
  /universit|universidad|colleg|colegi|institut|academ|akademi|polytech|politehnic|politecnic|hochschule|\bschool\b|liceul|gymnasium/

/** Drops the parts of a line that name a school. */
function withoutSchools(line: string): string {
  return line
    .split(/[,;|()]|\s[-–—]\s/)
    .filter((part) => !schoolWords.test(foldText(part)))
    .join(', ')
}

/** The text before the dates on their line, or else the first line of the block that ends with the dates. */
function findTitle({ lines }: Reading, index: number, beforeDates: string): string {
  const before = withoutBullet(beforeDates).replace(/[(,:–-]+\s*$/, '')
  if (distinctTerms(before).some((term) => term.length > 2)) return before
  let first = index
  while (first > 0 && index - first < 2 && isPartOfHead(lines[first - 1])) first -= 1
  return first === index ? '' : (lines[first] ?? '')
}

function isPartOfHead(line: string | undefined): boolean {
  return line !== undefined && line.trim() !== '' && !isListItem(line) && readHeading(line) === undefined
}

function recordTerm(
  { terms }: Reading,
  term: string,
  { line, isInTitle }: { line: number; isInTitle: boolean },
): void {
  const known = terms.get(term)
  if (!known) return void terms.set(term, { lines: [line], isInTitle })
  known.isInTitle ||= isInTitle
  if (known.lines.at(-1) !== line && known.lines.length < linesPerTermMax) known.lines.push(line)
}

/** If there are too many terms, those with the most evidence are kept. */
function sortedTerms({ terms }: Reading): TermFact[] {
  const byTerm = (a: TermFact, b: TermFact) => (a.term < b.term ? -1 : 1)
  const weight = ({ lines, isInTitle }: TermFact) => lines.length + (isInTitle ? linesPerTermMax : 0)
  return [...terms]
    .map(([term, { lines, isInTitle }]): TermFact => ({ term, lines, isInTitle }))
    .sort((a, b) => weight(b) - weight(a) || byTerm(a, b))
    .slice(0, termsPerTalentMax)
    .sort(byTerm)
}

function readEducation(reading: Reading, index: number): void {
  const level = readEducationLevel(reading.lines[index] ?? '')
  if (level === null) return
  const known = reading.education
  const isHigher = !known || educationLevels.indexOf(level) > educationLevels.indexOf(known.level)
  if (isHigher) reading.education = { level, line: index }
}
