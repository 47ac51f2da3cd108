// Reads facts from the plain text of a job, by rules alone. List items are requirements; what the company offers and
// how to apply are not.
import { foldText } from '@gatehouse/reading/fold-text'
import { readHeading } from '@gatehouse/reading/read-heading'
import type { SectionKind } from '@gatehouse/reading/section'
import { isListItem, withoutBullet } from '@gatehouse/reading/text-lines'
import type { SpecificityOf } from '@gatehouse/vocabulary/specificity'
import { distinctTerms } from '@gatehouse/vocabulary/term'
import {
  type Importance,
  type JobFacts,
  type Requirement,
  type TermCategory,
  requirementsPerJobMax,
} from './job-facts.ts'

type Statement = { category: TermCategory; importance: Importance; text: string; line: number }

const titleLettersMax = 90

/** Sections that state no requirement. */
const notRequired: ReadonlySet<SectionKind> = new Set(['offer', 'contact', 'interests', 'references'])

/** Line numbers start at 0. */
export function readJobText(text: string, specificityOf: SpecificityOf): JobFacts {
  const statements: Statement[] = []
  let section: SectionKind | undefined
  for (const [line, raw] of text.split('\n').entries()) {
    const trimmed = raw.trim()
    if (trimmed === '') continue
    const hasTitle = statements.some(({ category }) => category === 'title')
    // The first line is the title, even if it looks like a heading, unless it is clearly one: it begins with `#`, ends
    // with a colon, or has text after the heading.
    const isTitle = !hasTitle && section === undefined && !isMarked(trimmed)
    const heading = isTitle ? undefined : readHeading(trimmed)
    section = heading?.kind ?? section
    const content = heading ? heading.rest : trimmed
    if (content === '' || (section && notRequired.has(section))) continue
    if (!hasTitle && (section === undefined || section === 'title')) {
      statements.push(titleOf(content, line))
      section ??= 'summary'
      if (content.length <= titleLettersMax) continue
    }
    statements.push(...readStatements(content, section ?? 'other', line))
  }
  return {
    schema: 'job_facts/1',
    requirements: statements
      .map((one, index) => toRequirement(one, `q${index + 1}`, specificityOf))
      .filter((requirement) => requirement !== undefined)
      .slice(0, requirementsPerJobMax),
  }
}

function isMarked(line: string): boolean {
  return line.startsWith('#') || (readHeading(line)?.rest ?? '') !== '' || /[:：]$/.test(line)
}

function titleOf(content: string, line: number): Statement {
  const text = (content.split(/[.;]\s/)[0] ?? '').slice(0, titleLettersMax)
  return { category: 'title', importance: 'must', text, line }
}

function readStatements(content: string, section: SectionKind, line: number): Statement[] {
  const isItem = isListItem(content)
  const asks = { experience: 'must', skill: 'must', task: 'should' } as const
  const state = (category: keyof typeof asks, texts: readonly string[]): Statement[] =>
    texts.map((text) => ({ category, importance: asks[category], text, line }))
  const text = withoutBullet(content)
  const isTimed = (isItem || section !== 'summary') && yearsAsked.test(foldText(text))
  if (section === 'experience' || isTimed) return state('experience', sentences(text))
  if (section === 'skills') return state('skill', isItem ? [text] : text.split(/[.;,]\s+/))
  if (section === 'tasks' || isItem) return state('task', [text])
  return sentences(text).map((sentence) => ({ category: 'task', importance: 'nice', text: sentence, line }))
}

function sentences(text: string): string[] {
  return text.split(/(?<=[.;])\s+/)
}

const numberWords = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const yearsAsked = new RegExp(
  String.raw`\b(?<count>\d{1,2}|${numberWords.join('|')})\s*\+?(?:\s*\(\d+\))?(?:\s*-\s*\d+)?\+?(?:\s+or more|\s+plus)?\s+` +
    String.raw`(?:full\s+)?(?:years?|yrs?|ani?\b|de ani|jahren?|ans?\b|anos?\b|anni?\b)`,
)

function readMonthsAsked(text: string): number | null {
  const count = yearsAsked.exec(foldText(text))?.groups?.['count']
  if (count === undefined) return null
  const inWords = numberWords.indexOf(count)
  const years = inWords >= 0 ? inWords + 1 : Number(count)
  // More than 40 years is longer than a working life, so the number does not state a requirement.
  return years > 0 && years <= 40 ? years * 12 : null
}

function toRequirement(
  { category, importance, text, line }: Statement,
  id: string,
  specificityOf: SpecificityOf,
): Requirement | undefined {
  const minMonths = category === 'experience' ? readMonthsAsked(text) : null
  const compared = minMonths === null ? text : foldText(text).replace(yearsAsked, ' ')
  const terms = distinctTerms(compared).map((term) => ({ term, specificity: specificityOf(term) }))
  if (terms.length === 0) return undefined
  return { id, text, category, importance, line, alternatives: [terms], minMonths }
}
