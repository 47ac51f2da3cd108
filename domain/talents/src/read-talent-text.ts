// Reads facts from the plain text of a CV, by rules alone: the facts of a talent before any model has parsed the CV,
// and the baseline for a model's parse. The lines before the first section identify the person and are not read; of the
// education only the level is.
import { isListItem, withoutBullet } from '@gatehouse/vocabulary/bullet'
import { type YearMonth, findDateRange } from '@gatehouse/vocabulary/date-range'
import { type Section, readHeading } from '@gatehouse/vocabulary/section'
import { distinctTerms, foldText } from '@gatehouse/vocabulary/term'
import {
  type EducationLevel,
  type RoleFact,
  type TalentFacts,
  type TermFact,
  educationLevels,
  linesPerTermMax,
  noFacts,
  termsPerTalentMax,
} from './talent-facts.ts'

type Reading = {
  lines: readonly string[]
  asOf: YearMonth
  terms: Map<string, { lines: number[]; isInTitle: boolean }>
  roles: RoleFact[]
  education: { level: EducationLevel; line: number } | null
}

/** Line numbers start at 0. `asOf` is the month that "present" means in this text: the month of its submission. */
export function readTalentText(text: string, asOf: YearMonth): TalentFacts {
  const lines = text.split('\n')
  const reading: Reading = { lines, asOf, terms: new Map(), roles: [], education: null }
  let section: Section | undefined
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const heading = readHeading(line)
    section = heading?.section ?? section ?? (startsWithoutHeading(line) ? 'other' : undefined)
    const content = heading ? heading.rest : line
    if (section !== undefined && section !== 'person' && content !== '')
      readLine(reading, { section, index, content })
  }
  return {
    ...noFacts,
    terms: sortedTerms(reading),
    roles: reading.roles,
    education: reading.education,
  }
}

/** A CV without headings starts where the lines about the person end: at the first list item or sentence. */
function startsWithoutHeading(line: string): boolean {
  return isListItem(line) || line.trim().split(/\s+/).length >= 10
}

const contactOrPicture = /@|https?:|www\.|linkedin\.|\.(?:jpe?g|png|gif|webp)\b|\bphoto(?:graph)?\s*:/i

type Line = { section: Section; index: number; content: string }

function readLine(reading: Reading, { section, index, content }: Line): void {
  if (contactOrPicture.test(content)) return
  if (section === 'education') return readEducation(reading, index)
  const range = findDateRange(content, reading.asOf)
  if (range) {
    const titleTerms = distinctTerms(findTitle(reading, index, content.slice(0, range.index)))
    const id = `r${reading.roles.length + 1}`
    reading.roles.push({ id, titleTerms, months: range.months, isCurrent: range.isCurrent, line: index })
    for (const term of titleTerms) recordTerm(reading, term, { line: index, isInTitle: true })
  }
  const read = section === 'experience' ? content : withoutSchools(content)
  for (const term of distinctTerms(read)) recordTerm(reading, term, { line: index, isInTitle: false })
}

const schoolWords =
  /universit|universidad|colleg|colegi|institut|academ|akademi|polytech|politehnic|politecnic|hochschule|\bschool\b|liceul|gymnasium/

/**
 * The school that a certificate names is not a fact. A school may also be an employer, so lines about experience keep
 * it.
 */
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

const levelWords: Readonly<Record<EducationLevel, RegExp>> = {
  doctorate: /\b(?:ph\.?d|doctor(?:ate|at)?|dr\.)/,
  master: /\b(?:master|msc|m\.sc|mba|masterat|magister)/,
  bachelor: /\b(?:bachelor|bsc|b\.sc|b\.?a\.|burlac|licent|licence|licenciat|laurea)/,
  associate: /\b(?:associate|asociat)/,
  vocational: /\b(?:vocational|apprentice|ausbildung|certificate|certificat|profesional)/,
  secondary: /\b(?:high school|secondary|liceu|abitur|baccalaur|bacalaureat)/,
}

function readEducation(reading: Reading, index: number): void {
  const line = foldText(reading.lines[index] ?? '')
  const level = educationLevels.findLast((candidate) => levelWords[candidate].test(line))
  if (level === undefined) return
  const known = reading.education
  const isHigher = !known || educationLevels.indexOf(level) > educationLevels.indexOf(known.level)
  if (isHigher) reading.education = { level, line: index }
}
