// Reads the roles of a CV. Every role has a line with its dates; the lines around it that are neither list items nor
// sentences are its head. Whether the head stands before or after the dates is decided once for a section, from its first
// role, because a CV keeps to one layout and stored texts have no empty lines.
import type { DateRange } from '@gatehouse/reading/find-date-ranges'
import { type MonthSpan, countMonths, monthSpanOf } from '@gatehouse/reading/month-span'
import type { SectionKind } from '@gatehouse/reading/section'
import { withoutBullet } from '@gatehouse/reading/text-lines'
import type { ProfileRole } from '../../profile.ts'
import type { CvLine } from '../cv-lines.ts'
import { type DatedLine, findDatedLines, wordsIn } from './dated-lines.ts'
import { isPlace, splitHead } from '../split-head.ts'
import type { TalentNames } from '../talent-names.ts'
import { titleScore } from '../title-words.ts'

/** A role with its months; undefined if they are unknown. */
export type ReadRole = { role: ProfileRole; span: MonthSpan | undefined }

export type RolesContext = { names: TalentNames; asOf: string }

/** Sections in which a date range is not that of a role. */
const sectionsWithoutRoles: ReadonlySet<SectionKind> = new Set([
  'education',
  'certifications',
  'awards',
  'publications',
  'languages',
  'interests',
  'references',
  'contact',
])

/** Sections whose roles count only in a CV that has no others. */
const sideSections: ReadonlySet<SectionKind> = new Set(['projects', 'volunteering'])

/** More than a person has; bounds the time that a hostile text takes. */
const rolesMax = 100

export function readRoles(lines: readonly CvLine[], context: RolesContext): ReadRole[] {
  const sections = Map.groupBy(lines.filter(mayShowRoles), ({ sectionNumber }) => sectionNumber)
  const found = [...sections.values()].flatMap((section) => {
    const isSide = sideSections.has(section[0]?.section ?? 'other')
    return readSection(section, context).map((read) => ({ read, isSide }))
  })
  const hasMain = found.some(({ isSide }) => !isSide)
  return found
    .filter(({ isSide }) => !isSide || !hasMain)
    .slice(0, rolesMax)
    .map(({ read: { role, span } }, index) => ({ role: Object.assign(role, { id: `r${index + 1}` }), span }))
}

function mayShowRoles({ section }: CvLine): boolean {
  return section !== null && !sectionsWithoutRoles.has(section)
}

function readSection(section: readonly CvLine[], context: RolesContext): ReadRole[] {
  const dated = findDatedLines(section).slice(0, rolesMax)
  const heads = findHeads(section, dated, context)
  return heads.map((head, index): ReadRole => {
    const next = heads[index + 1]
    const lastLine = section[(next ? next.from : section.length) - 1]?.index ?? head.line.index
    const { start, end, isCurrent } = head.range
    const span = monthSpanOf(head.range, context.asOf)
    const { title, employer } = splitHead(head.texts, context.names)
    const role = {
      id: '',
      title,
      employer,
      start: start.value,
      end: end?.value ?? null,
      isCurrent,
      months: span ? countMonths([span]) : null,
      line: head.line.index,
      lastLine: lastFilled(section, lastLine),
    }
    return { role, span }
  })
}

function lastFilled(section: readonly CvLine[], lastLine: number): number {
  return section.findLast(({ index, text }) => index <= lastLine && text.trim() !== '')?.index ?? lastLine
}

type Head = { line: CvLine; range: DateRange; texts: readonly string[]; from: number }

function findHeads(section: readonly CvLine[], dated: readonly DatedLine[], { names }: RolesContext): Head[] {
  const before = dated.map(({ at, isProse }, index) =>
    isProse ? 0 : linesBefore(section, at, (dated[index - 1]?.at ?? -1) + 1),
  )
  const usual = before[0] === 0 ? 0 : Math.min(...before.filter((count) => count > 0), headLinesMax)
  return dated.flatMap(({ at, range, rest, isProse }, index): Head[] => {
    const line = section[at]
    if (!line) return []
    const own = isAside(rest, names) ? [] : [rest]
    const stated = splitHead(own, names)
    const isComplete = stated.employer !== null && titleScore(stated.title ?? '') > 0
    const count = isComplete ? 0 : Math.min(before[index] ?? 0, usual)
    const above = section.slice(at - count, at).map(({ text }) => text)
    const limit = dated[index + 1]?.at ?? section.length
    const known = [...above, ...own]
    const below = isProse ? [] : linesBelow(section.slice(at + 1, limit), known, names)
    return [{ line: section[at - count] ?? line, range, texts: [...known, ...below], from: at - count }]
  })
}

function isAside(rest: string, names: TalentNames): boolean {
  return (
    !/\p{L}{2}/u.test(rest) || isPlace(withoutBullet(rest).replace(/^[\s,|(–-]+|[\s,|)–-]+$/gu, ''), names)
  )
}

const headLinesMax = 3

/** The number of lines directly before the dates that may be the head of the role. */
function linesBefore(section: readonly CvLine[], at: number, from: number): number {
  let count = 0
  while (count < headLinesMax && at - count - 1 >= from && mayBeHead(section[at - count - 1])) count += 1
  return count
}

/** The lines after the dates that belong to the head: title and employer, or the one that the lines so far lack. */
function linesBelow(following: readonly CvLine[], known: readonly string[], names: TalentNames): string[] {
  const filled = following.filter(({ text }) => text.trim() !== '')
  const end = filled.findIndex((line) => !mayBeHead(line))
  const run = filled.slice(0, Math.min(end === -1 ? filled.length : end, 2)).map(({ text }) => text)
  const [next = ''] = run
  if (known.length === 0) return next === '' ? itemBelow(filled[0]) : run
  const { title, employer } = splitHead(known, names)
  if (title !== null && employer !== null) return []
  // "Acme, 2015 - 2019" followed by "Welder": the first line reads like neither, the second like a title.
  const isTitle = titleScore(next) > 0 && titleScore(title ?? '') <= 0
  const isEmployer = title !== null && (titleScore(next) < 0 || endsInPlace(next, names))
  return isTitle || isEmployer ? [next] : []
}

const itemWordsMax = 10

/** "Mar 2021 - Present" followed by "• Staff Engineer, Globex": the first list item names the role. */
function itemBelow(line: CvLine | undefined): string[] {
  const isNamed = line?.isListItem && wordsIn(line.text) <= itemWordsMax && titleScore(line.text) > 0
  return isNamed ? [line.text] : []
}

/** "Northwind Robotics – Springfield, IL" */
function endsInPlace(line: string, names: TalentNames): boolean {
  const parts = line.split(/\s+[–—|·-]\s+|,\s+/u)
  const last = parts.at(-1) ?? ''
  return parts.length > 1 && (isPlace(last, names) || /^\p{Lu}{2}$/u.test(last))
}

function mayBeHead(line: CvLine | undefined): boolean {
  if (!line || line.isHeading || line.isListItem || !line.isReadable) return false
  const text = line.text.trim()
  if (text === '' || wordsIn(text) > 12 || /^[-–—_=*]{3,}$/.test(text)) return false
  return !/^\p{Ll}/u.test(text) && !/\p{Ll}{3}\.$/u.test(text)
}
