// Finds the lines of a section that state the dates of a role. Usually they are short lines at the head of a role; a
// person who describes their roles in prose or in list items states the dates within them.
import { type DateRange, findDateRanges } from '@gatehouse/reading/find-date-ranges'
import { readDateAt } from '@gatehouse/reading/read-date'
import { monthNames } from '@gatehouse/reading/month-names'
import { withoutBullet } from '@gatehouse/reading/text-lines'
import { type CvLine, toTextLines } from '../cv-lines.ts'

/** A line with the dates of a role, and what it says beside them. */
export type DatedLine = {
  /** Position in the section. */
  at: number
  range: DateRange
  rest: string
  /** Whether the dates stand within a sentence, so that the lines around it are not the head of the role. */
  isProse: boolean
}

export function findDatedLines(section: readonly CvLine[]): DatedLine[] {
  const isExperience = section[0]?.section === 'experience'
  const dated = section.flatMap((line, at) =>
    line.isReadable && rangesIn(line).length > 0 ? [{ line, at, heads: headLine(line, at) }] : [],
  )
  const others = dated.filter(({ line }) => !line.isListItem)
  const heads = others.flatMap(({ heads: own }) => own)
  // A few sentences with dates among the lines that describe roles are not roles.
  if (heads.length > 0 && (!isExperience || heads.length * 2 > others.length)) return heads
  const found = dated.flatMap(({ line, at, heads: own }) => (own.length > 0 ? own : startOfItem(line, at)))
  if (!isExperience) return found
  const atHeads = new Set(found.map(({ at }) => at))
  return dated.flatMap(({ line, at }) =>
    atHeads.has(at) ? found.filter((one) => one.at === at) : prose(line, at),
  )
}

type Found = { range: DateRange; before: string; after: string }

function rangesIn(line: CvLine): Found[] {
  const { text, section } = line
  const ranges = findDateRanges(toTextLines([text]), monthNames()).flatMap((range) => {
    const [span] = range.spans
    // "Member since 2022" outside the section of experience is not a role.
    const isOpen = range.isCurrent && /\d$/.test(range.raw)
    if (!span || (isOpen && section !== 'experience')) return []
    return [{ range, before: text.slice(0, span.start), after: text.slice(span.end) }]
  })
  return ranges.length > 0 ? ranges : singleDate(line)
}

/** A line of the experience section that consists of one date: its role has a start and an unknown end. */
function singleDate({ text, section, isListItem }: CvLine): Found[] {
  const written = text.trim().replace(/^\((.*)\)$/u, '$1')
  const date = section === 'experience' && !isListItem ? readDateAt(written, 0, monthNames()) : undefined
  if (date?.end !== written.length) return []
  const span = { line: 0, start: 0, end: text.length }
  const range = { start: date.date, end: null, isCurrent: false, raw: written, spans: [span] }
  return [{ range, before: '', after: '' }]
}

/** The dates of a short line that is not a sentence, or of one that goes on to describe the role. */
function headLine(line: CvLine, at: number): DatedLine[] {
  const [found] = rangesIn(line)
  if (!found) return []
  const { range, after } = found
  const before = found.before.replace(sinceWord, '')
  const isDescribed = /^[\s)\]]*[:.]\s|^\)\s\p{Ll}{3}/u.test(after) && wordsIn(before) > 0
  const rest = isDescribed ? before : `${before.trim()}  ${after.trim()}`
  const isHead = isDescribed
    ? wordsIn(before) <= namedWordsMax && !isSentence(before)
    : isHeadLike(before, after)
  return isHead ? [{ at, range, rest: withoutAs(rest), isProse: false }] : []
}

/** "din 2021 - prezent": a word before the dates that belongs to them. */
const sinceWord = /(?:^|\s)(?:from|since|between|seit|von|ab|depuis|de|du|desde|din)\s*:?\s*$/iu

const wordsMax = 16
const namedWordsMax = 12

function isHeadLike(before: string, after: string): boolean {
  const words = wordsIn(before) + wordsIn(after)
  if (words > wordsMax || [before, after].some(isSentence)) return false
  const isEnded = /(?:^|\p{Ll}{3})\.\s*$/u.test(after.trim()) && words > namedWordsMax
  return !isEnded && (wordsIn(before) <= namedWordsMax || wordsIn(after) <= 4)
}

/** "Acme Corp. Seoul" is not two sentences. */
const sentenceEnd = /(?<=\p{Ll}{3})(?<!\b(?:corp|ltd|bros|dept|assoc|univ|intl|dipl))[.!?] (?=\p{Lu})/iu

function isSentence(text: string): boolean {
  return sentenceEnd.test(text)
}

export function wordsIn(text: string): number {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '').length
}

/** "2013 - 2017 as a Lead Developer. Guided the team": the first sentence after the dates names the role. */
function startOfItem(line: CvLine, at: number): DatedLine[] {
  const [found] = rangesIn(line)
  if (!found || wordsIn(withoutBullet(found.before)) > 1) return []
  return [{ at, range: found.range, rest: withoutAs(firstSentence(found.after)), isProse: true }]
}

/** Every range of a text in prose is that of a role, which the words before it name. */
function prose(line: CvLine, at: number): DatedLine[] {
  return rangesIn(line).map(({ range, before, after }) => {
    const sentence = (before.split(sentenceEnd).at(-1) ?? '').replace(/[(\s,]+$/u, '')
    const rest = wordsIn(sentence) === 0 ? firstSentence(after) : sentence
    return { at, range, rest: withoutAs(rest), isProse: true }
  })
}

function firstSentence(text: string): string {
  return text.split(/(?<=\p{L}{3})[.!?;](?:\s|$)/u)[0] ?? ''
}

/** "In my previous job as Aerospace Engineer from" names an aerospace engineer. */
function withoutAs(text: string): string {
  return text
    .replace(/^[^,;|]*?(?<!\p{L})(?:as|als|comme|como)\s+(?:an?\s+|the\s+|einen?\s+|une?\s+)?(?=\S)/iu, '')
    .replace(/\s+(?:between|from|for|during|year|since|von|zwischen|entre|între)\s*$/iu, '')
    .trim()
}
