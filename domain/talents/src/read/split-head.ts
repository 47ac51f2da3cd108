// Splits the lines at the head of a role into its title and its employer.
import { findCountry } from '@gatehouse/reading/country-names'
import { foldPhrase } from '@gatehouse/reading/fold-text'
import { findTowns } from '@gatehouse/reading/towns'
import { withoutBullet } from '@gatehouse/reading/text-lines'
import type { TalentNames } from './talent-names.ts'
import { titleScore } from './title-words.ts'

export type RoleHead = { title: string | null; employer: string | null }

const strongSeparator =
  /\s+[•·‖]\s+|\s*\|\s*|\s+[-–—]\s+|\t+| {2,}|\s+(?:at|@|bei(?: der| dem)?|chez)\s+(?=\p{Lu}|\d)/u
const weakSeparator = /,\s+|;\s*/u
const employmentType =
  /^(?:full[- ]?time|part[- ]?time|permanent|contract|freelance|temporary|vollzeit|teilzeit|befristet|unbefristet|festanstellung|temps plein|temps partiel|cdi|cdd|jornada completa|media jornada|tiempo completo|norma intreaga|remote|hybrid|on-?site|self-employed|freelancer|selbst(?:st)?andig|freiberuflich|independant|autonom[oa]|independent|pfa)$/u
const duration =
  /^(?:ca\.? )?\d+(?:[.,]\d+)? ?(?:\+ ?)?(?:years?|yrs?|months?|mos?|jahre?n?|monate?n?|ans?|mois|anos?|meses|ani|luni|de ani)\b.*$/u

/** `texts` are the lines of the head without their dates, in text order. */
export function splitHead(texts: readonly string[], names: TalentNames): RoleHead {
  const lines = texts
    .map((text) => tidy(withoutAsides(withoutBullet(text), names)))
    .filter((text) => /\p{L}{2}/u.test(text) && !isAside(text, names))
  const byLine = splitByLine(lines, names)
  if (byLine) return byLine
  const strong = lines.flatMap((line) => splitStrongly(line, names))
  const parts = strong.length >= 2 ? strong : lines.flatMap((line) => splitWeakly(line, names))
  const rated = parts.map((text) => rate(text, names))
  const title = pickTitle(rated)
  const employer = rated.filter((part) => part !== title).toSorted(byScore)[0] ?? null
  return { title: title && title.text, employer: employer && withoutPlace(employer.text, names) }
}

/** Title and employer on a line each: "Director - Facilities", "Acme Industries, Springfield". */
function splitByLine(lines: readonly string[], names: TalentNames): RoleHead | undefined {
  const rated = lines.map((text) => rate(text, names))
  const title = pickTitle(rated)
  const employer = rated.filter((line) => line !== title).toSorted(byScore)[0]
  if (!title || title.score <= 0 || !employer || employer.score > 0) return undefined
  const parts = splitStrongly(title.text, names)
  if (parts.some((part) => titleScore(part) < 0)) return undefined
  const [name = employer.text] = splitStrongly(employer.text, names)
  return { title: parts.join(' – '), employer: withoutPlace(name, names) }
}

const byScore = (one: RatedPart, other: RatedPart) => one.score - other.score

type RatedPart = { text: string; score: number }

/** The part that reads most like a title; the first one if none does, unless it is clearly an employer. */
function pickTitle(parts: readonly RatedPart[]): RatedPart | null {
  const best = Math.max(...parts.map(({ score }) => score))
  if (best > 0) return parts.find(({ score }) => score === best) ?? null
  return parts.find(({ score }) => score === 0) ?? null
}

function rate(text: string, { concepts }: TalentNames): RatedPart {
  const score = titleScore(text)
  if (score !== 0) return { text, score }
  return { text, score: concepts.find(text).some(({ concept }) => concept.kind === 'occupation') ? 1 : 0 }
}

/** "Supervisor of mechanics, installers, and repairers" is one title. */
const listed = /(?:,|\s[-–])\s+(?:and|or|und|oder|sowie|et|ou|y|o|și|si|sau)\s/iu

function splitStrongly(line: string, names: TalentNames): string[] {
  return listed.test(line)
    ? partsOf(line, /\s*\|\s*|\t+| {2,}/u, names)
    : partsOf(line, strongSeparator, names)
}

function splitWeakly(line: string, names: TalentNames): string[] {
  return splitStrongly(line, names).flatMap((part) =>
    listed.test(part) ? [part] : partsOf(part, weakSeparator, names),
  )
}

/** Drops remarks in brackets that are a place, a duration or a type of employment, and empty brackets. */
function withoutAsides(line: string, names: TalentNames): string {
  return line.replaceAll(/\(([^()]*)\)/gu, (all, inner: string) =>
    /\p{L}{2}/u.test(inner) && !isAside(inner.trim(), names) ? all : ' ',
  )
}

/** Parts that are neither a place, a duration nor a type of employment. */
function partsOf(line: string, separator: RegExp, names: TalentNames): string[] {
  return line
    .split(separator)
    .map(tidy)
    .filter((part) => /\p{L}{2}/u.test(part) && !isAside(part, names))
}

function isAside(part: string, names: TalentNames): boolean {
  const folded = foldPhrase(part)
  return employmentType.test(folded) || duration.test(folded) || isPlace(part, names)
}

/** Whether the part names a place and nothing else: "Berlin", "Cluj-Napoca, Romania", "Berlin (remote)". */
export function isPlace(part: string, { countries }: TalentNames): boolean {
  if (findCountry(part, countries) !== undefined && part.split(/[,;|]/).length === 1) return true
  const [town] = findTowns(part)
  if (!town) return false
  const rest = `${part.slice(0, town.start)} ${part.slice(town.end)}`
  const words = rest.split(/[\s,;|()/-]+/).filter((word) => word !== '')
  return words.every(
    (word) => countries.has(foldPhrase(word)) || /^(?:\p{Lu}{2}|remote|hybrid)$/iu.test(word),
  )
}

function withoutPlace(employer: string, names: TalentNames): string {
  const parts = employer.split(/,\s+/)
  while (parts.length > 1 && isPlace(parts.at(-1) ?? '', names)) parts.pop()
  return parts.join(', ')
}

function tidy(text: string): string {
  return text
    .replace(/^[\s,;:|)–—.-]+/u, '')
    .replace(/[\s,;:|(–—-]+$/u, '')
    .replace(/^([^(]*)\)$/u, '$1')
    .trim()
}
