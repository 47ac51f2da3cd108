// The lines of a CV with their sections, and which of them may show facts. The lines before the first section identify
// the person. A line that gives protected data, contact details or a picture, or that addresses the reader, shows no
// facts anywhere.
import { findDateRanges } from '@gatehouse/reading/find-date-ranges'
import { findInjections, honestPart } from '@gatehouse/reading/find-injections'
import { findSensitive } from '@gatehouse/reading/find-sensitive'
import { sectionOfPhrase } from '@gatehouse/reading/heading-words'
import { monthNames } from '@gatehouse/reading/month-names'
import { type Heading, readHeading } from '@gatehouse/reading/read-heading'
import type { SectionKind } from '@gatehouse/reading/section'
import { type TextLine, isListItem, plainLine } from '@gatehouse/reading/text-lines'
import type { FlaggedLine } from '../profile.ts'
import { isPlaceLine } from './location/is-place-line.ts'
import { readCvHeading, sectionOfLabel } from './headings/read-cv-heading.ts'
import { titleScore } from './title-words.ts'

export type CvLine = {
  index: number
  /** The text of the line; after a heading on the same line, the rest of it. */
  text: string
  /** Null before the first section. */
  section: SectionKind | null
  /** Counts the sections, so that two sections of the same kind differ. */
  sectionNumber: number
  /** The line with the heading of the section; empty if it has none. */
  heading: string
  isHeading: boolean
  isListItem: boolean
  /** False for lines that show no facts in any section. */
  isReadable: boolean
}

/** Far more than a CV has; further lines show no facts, which bounds the time that a hostile text takes. */
const linesMax = 5_000

export type CvLines = { lines: readonly CvLine[]; flagged: readonly FlaggedLine[] }

export function readCvLines(text: string): CvLines {
  const written = text.split('\n')
  const flagged = findInjections(toTextLines(written)).flatMap(({ lines: own, quote }) =>
    own.map((line) => ({ line, quote })),
  )
  const flaggedLines = new Set(flagged.map(({ line }) => line))
  const usualLook = findUsualLook(written)
  const lines: CvLine[] = []
  let section: SectionKind | null = null
  let sectionNumber = 0
  let title = ''
  for (const [index, line] of written.entries()) {
    // A paragraph with one sentence that addresses the reader still describes the person in the others.
    const shown = flaggedLines.has(index) ? honestPart(line) : line
    const following = written.slice(index + 1, index + 3)
    const isApart = index === 0 || written[index - 1]?.trim() === ''
    const heading = readSectionHeading(line, { section, usualLook, following, isApart })
    const next: SectionKind | null = heading?.kind ?? section ?? startWithoutHeading(line)
    if (heading || next !== section) sectionNumber += 1
    section = next
    if (heading) title = line.trim()
    const labelled: SectionKind | undefined = heading ? undefined : sectionOfLine(line, section)
    lines.push({
      index,
      text: heading ? heading.rest : shown,
      section: labelled ?? section,
      sectionNumber,
      heading: title,
      isHeading: heading !== undefined,
      isListItem: isListItem(line),
      isReadable: index < linesMax && (shown !== '' || line === '') && !isAboutPerson(line, section),
    })
  }
  return { lines, flagged }
}

/**
 * A line that names a section and gives its content belongs to that section, the next line to the one before. Within
 * roles only a person's interests and references are told apart: "Tools: Java" describes the role.
 */
function sectionOfLine(line: string, section: SectionKind | null): SectionKind | undefined {
  const kind = sectionOfLabel(line)
  return section === 'experience' && kind !== 'interests' && kind !== 'references' ? undefined : kind
}

/** Numbers lines from 0 and keeps empty ones, so that a finding has the line number of the profile. */
export function toTextLines(lines: readonly string[]): TextLine[] {
  return lines.map((text, number) => Object.assign(plainLine(text), { number }))
}

type Look = 'marked' | 'capitals' | 'colon' | 'plain'
const looks: readonly Look[] = ['marked', 'capitals', 'plain', 'colon']

function lookOf(line: string): Look {
  const text = line.trim()
  if (text.startsWith('#')) return 'marked'
  if (/[:：]/.test(text)) return 'colon'
  return text === text.toUpperCase() ? 'capitals' : 'plain'
}

/** The look of the headings that are known phrases; undefined if there are none. */
function findUsualLook(lines: readonly string[]): Look | undefined {
  const known = lines.filter((line) => isKnownPhrase(line)).map(lookOf)
  const counts = looks.map((look) => ({ look, count: known.filter((one) => one === look).length }))
  return counts.toSorted((a, b) => b.count - a.count).find(({ count }) => count > 0)?.look
}

function isKnownPhrase(line: string): boolean {
  const name = line
    .trim()
    .replace(/^#+\s*/, '')
    .replace(/\s*[:：]$/, '')
  return name.length <= 60 && sectionOfPhrase(name) !== undefined
}

type Around = {
  section: SectionKind | null
  usualLook: Look | undefined
  following: readonly string[]
  /** Whether an empty line or the start of the text is before the line. */
  isApart: boolean
}

/**
 * `readHeading` judges a line alone. Within a CV, a title ("Education Consultant"), a label within a role
 * ("Responsibilities:") and a name or an employer in capitals are not headings.
 */
function readSectionHeading(line: string, around: Around): Heading | undefined {
  const { section, usualLook, isApart } = around
  const informal = readCvHeading(line, isApart)
  if (informal && (isApart || section !== 'experience' || !kindsOfLabels.has(informal.kind))) return informal
  const heading = readHeading(line) ?? readRail(line)
  if (!heading || (section === null && documentTitle.test(line) && !isKnownPhrase(line))) return undefined
  const look = lookOf(line)
  const isWeaker = usualLook !== undefined && looks.indexOf(look) > looks.indexOf(usualLook)
  const mayBeLabel = section === 'experience' && isWeaker
  if (isKnownPhrase(line)) return mayBeLabel && kindsOfLabels.has(heading.kind) ? undefined : heading
  if (mayBeLabel || isName(line, around, heading)) return undefined
  return heading
}

/** "Education  B.S. Computer Science": the name of a section to the left of its content. */
function readRail(line: string): Heading | undefined {
  const [, name = '', rest = ''] = /^\s*(\p{Lu}[\p{L} ]{2,30}?) {2,}(\S.*)$/u.exec(line) ?? []
  const kind = sectionOfPhrase(name)
  return kind && { kind, rest }
}

/** "Functional Resume" at the top of a CV is not a heading. */
const documentTitle =
  /\b(?:resume|r[ée]sum[ée]|curr[ií]cul\p{L}*|lebenslauf|cv|bewerb\p{L}*|application|candidature|candidatura|solicitud|ficha)\b/iu

/** Sections whose names are also labels within the description of a role. */
const kindsOfLabels: ReadonlySet<SectionKind> = new Set([
  'skills',
  'awards',
  'projects',
  'summary',
  'volunteering',
  'publications',
  'tasks',
  'other',
])

/** Whether a line that looks like a heading is the title of a role, or a person or employer in capitals. */
function isName(line: string, { section, following }: Around, { kind, rest }: Heading): boolean {
  const look = lookOf(line)
  if (rest !== '' || look === 'marked') return false
  const lastWord = line.trim().split(/\s+/).at(-1) ?? ''
  if (titleScore(line) > 0 && sectionOfPhrase(lastWord) === undefined) return !isSectionOf(line)
  if (kind !== 'other' || look !== 'capitals') return false
  const isBeforeDates = following.some((next) => /(?:19|20)\d\d/.test(next))
  return section === null || titleScore(line) < 0 || (section === 'experience' && isBeforeDates)
}

/** "Experience as a nurse", "EXPERIENCIA COMO PROGRAMADORA": the section of the roles with one occupation. */
function isSectionOf(line: string): boolean {
  const name = /^[^\p{L}]*(?<name>\p{L}+(?:\s\p{L}+)?)\s(?:as|als|comme|como|ca|in|im|en|în)\s/iu.exec(line)
    ?.groups?.['name']
  return name !== undefined && sectionOfPhrase(name) !== undefined
}

/**
 * A CV without a known heading starts where the lines about the person end: at the first dated role, list item or
 * sentence.
 */
function startWithoutHeading(line: string): SectionKind | null {
  if (isContact(line) || isPlaceLine(line) || /^\s*[–—-]\s.*\s[–—-]\s*$/u.test(line)) return null
  if (!isListItem(line) && isDated(line)) return 'experience'
  return isListItem(line) || line.trim().split(/\s+/).length >= 10 ? 'other' : null
}

/** "In Lausanne since 2020" may be about anything, so that a date without an end counts only in the head of a role. */
function isDated(line: string): boolean {
  const ranges = findDateRanges(toTextLines([line]), monthNames())
  const isHead = titleScore(line) > 0 && line.trim().split(/\s+/).length <= headWordsMax
  return ranges.some(({ isCurrent, raw }) => isHead || !isCurrent || !/\d$/.test(raw))
}

const headWordsMax = 12

const contactOrPicture = /@|https?:|www\.|linkedin\.|\.(?:jpe?g|png|gif|webp)\b|\bphoto(?:graph)?\s*:/i

function isContact(line: string): boolean {
  return contactOrPicture.test(line) || /\+?\d[\d ()/.-]{7,}\d/.test(line)
}

/** Sections that describe work, where "care of married couples" is not about the person. */
const workSections: ReadonlySet<SectionKind | null> = new Set(['experience', 'projects', 'volunteering'])

function isAboutPerson(line: string, section: SectionKind | null): boolean {
  return contactOrPicture.test(line) || (!workSections.has(section) && findSensitive([line]).length > 0)
}
