// Derives the facts that matching uses from a profile and the text that it was read from. The profile gives roles,
// education, languages and the place; the lines give the terms. Lines before the first section, personal sections, the
// education section and lines that show no facts (`cv-lines.ts`) give no terms, so the facts do not depend on who the
// person is.
import { foldText } from '@gatehouse/reading/fold-text'
import { educationLevels, readEducationLevel } from '@gatehouse/reading/levels'
import { type MonthSpan, countMonths } from '@gatehouse/reading/month-span'
import type { SectionKind } from '@gatehouse/reading/section'
import { findSpelledNames } from '@gatehouse/vocabulary/acronyms'
import { findLicenceClasses, licenceTerm, withIncluded } from '@gatehouse/vocabulary/licence-classes'
import { distinctTerms } from '@gatehouse/vocabulary/term'
import { readAbsentFacts, withoutAbsent } from './absence/absent-lines.ts'
import { type ProfileRole, type TalentProfile, experienceMonths, spanOfRole } from './profile.ts'
import type { CvLine } from './read/cv-lines.ts'
import { namesSchool } from './read/read-education.ts'
import { withoutName } from './read/read-person.ts'
import { findStatedMonths } from './read/stated-months.ts'
import type { TalentNames } from './read/talent-names.ts'
import {
  type RoleFact,
  type TalentFacts,
  type TermFact,
  linesPerTermMax,
  termsPerTalentMax,
} from './talent-facts.ts'

export function factsOfProfile(
  profile: TalentProfile,
  lines: readonly CvLine[],
  names: TalentNames,
): TalentFacts {
  const dated = profile.roles.flatMap((role): DatedRole[] => {
    const span = spanOfRole(role, profile.asOf)
    return span ? [{ role, span }] : []
  })
  const roles = profile.roles.map((role) => toRoleFact(role, names))
  const absent = readAbsentFacts(withoutName(lines, profile.name).filter(mayStateAbsence), names)
  return {
    schema: 'talent_facts/2',
    terms: readTermFacts({ profile, lines, dated, names }),
    roles,
    experienceMonths: experienceMonths(profile),
    education: highestEducation(profile),
    languages:
      profile.languages.length > 0
        ? profile.languages.map(({ code, level, line }) => ({ language: code, level, line }))
        : null,
    location: profile.location && locationFact(profile.location),
    ...(absent.length > 0 ? { absent } : {}),
  }
}

type DatedRole = { role: ProfileRole; span: MonthSpan }

function toRoleFact({ id, title, months, isCurrent, line }: ProfileRole, names: TalentNames): RoleFact {
  return { id, titleTerms: termsOfTitle(title ?? '', names), months: months ?? 0, isCurrent, line }
}

function termsOfTitle(title: string, { concepts }: TalentNames): string[] {
  const keys = concepts.find(title).map(({ concept }) => concept.key)
  return [...new Set([...distinctTerms(title), ...keys])]
}

function locationFact({
  country,
  town,
  areas,
  isRemoteOk,
  canRelocate,
  line,
}: NonNullable<TalentProfile['location']>) {
  return { country, town, ...(areas ? { areas } : {}), isRemoteOk, canRelocate, line }
}

function highestEducation({ education }: TalentProfile): TalentFacts['education'] {
  const reached = education.flatMap(({ level, field, line }) =>
    level === null ? [] : [{ level, fieldTerms: distinctTerms(field ?? ''), line }],
  )
  const rank = ({ level }: { level: (typeof educationLevels)[number] }) => educationLevels.indexOf(level)
  const highest = reached.toSorted((one, other) => rank(other) - rank(one))[0]
  return highest ?? null
}

type TermSource = {
  profile: TalentProfile
  lines: readonly CvLine[]
  dated: readonly DatedRole[]
  names: TalentNames
}

type FoundTerm = { lines: number[]; isInTitle: boolean; stated: number }

function readTermFacts({ profile, lines, dated, names }: TermSource): TermFact[] {
  const found = new Map<string, FoundTerm>()
  const record = (term: string, line: number, own: { isInTitle?: boolean; stated?: number } = {}) => {
    const known = found.get(term) ?? { lines: [], isInTitle: false, stated: 0 }
    found.set(term, known)
    known.isInTitle ||= own.isInTitle ?? false
    known.stated = Math.max(known.stated, own.stated ?? 0)
    if (known.lines.at(-1) !== line) known.lines.push(line)
  }
  for (const line of withoutName(lines, profile.name).filter(showsTerms)) {
    const text = withoutSchools(withoutAbsent(line))
    for (const term of [...termsIn(text, names), ...licencesIn(text, line.heading)]) record(term, line.index)
    for (const { months, text: part } of findStatedMonths(text))
      for (const term of termsIn(part, names)) record(term, line.index, { stated: months })
  }
  const flagged = new Set(profile.flagged.map(({ line }) => line))
  for (const line of lines.filter((one) => mayStateLicence(one) && !flagged.has(one.index)))
    for (const term of licencesIn(withoutAbsent(line).text, line.heading)) record(term, line.index)
  for (const { title, line } of profile.roles)
    for (const term of termsOfTitle(title ?? '', names)) record(term, line, { isInTitle: true })
  return toTermFacts(found, dated)
}

function licencesIn(text: string, heading: string): Set<string> {
  return new Set(
    findLicenceClasses(text, heading).flatMap(({ licence }) => withIncluded(licence).map(licenceTerm)),
  )
}

function termsIn(text: string, { concepts }: TalentNames): Set<string> {
  const keys = concepts.find(text).map(({ concept }) => concept.key)
  return new Set([...distinctTerms(text), ...findSpelledNames(text).map(({ acronym }) => acronym), ...keys])
}

/** A licence may stand among the contact details, which show no other terms. */
function mayStateLicence({ section }: CvLine): boolean {
  return section !== 'experience' && section !== 'references' && section !== 'interests'
}

/** Sections about the person rather than their work; they are not read. */
const unread: ReadonlySet<SectionKind> = new Set(['contact', 'interests', 'references'])

/** The education section states absences as well: "the recognition as a teacher is still missing". */
function mayStateAbsence(line: CvLine): boolean {
  return showsTerms(line) || (line.isReadable && line.section === 'education' && !namesSchool(line.text))
}

function showsTerms({ section, text, isReadable }: CvLine): boolean {
  if (!isReadable || section === null || unread.has(section) || text.trim() === '') return false
  return section !== 'education' || namesCertificate(text)
}

const certificateWords =
  /licen[cs]e|permi[ts]|certificat|certified|zertifi|schein|ausweis|lizenz|approbation|brevet|habilitation|attestation|carte |\bcard\b|\bcard |carne|carnet|credencial|colegiad|aviz|atestat|autorizat|adeverint|legitimati|registr|membru|member|membre|formation |\bcourse|cursul?\b|lehrgang|schulung|\b(?:caces|fimo|fco|adr|iso|cscs|smsts|nebosh|iosh|haccp|sst)\b/

/**
 * In the education section, only lines about licences, certificates and courses are read: the others name schools. A line
 * with neither a degree nor a school is a course.
 */
function namesCertificate(text: string): boolean {
  if (namesSchool(text)) return false
  return certificateWords.test(foldText(text)) || readEducationLevel(text) === null
}

/**
 * Drops the parts of a line that name a school. In the experience section a school may be an employer, so its name is
 * kept; elsewhere it is where the person studied.
 */
function withoutSchools({ text, section }: CvLine): string {
  if (section === 'experience' || !namesSchool(text)) return text
  return text
    .split(/[,;|()]|\s[-–—]\s|(?<=\p{L}{3})[.!?]\s/u)
    .filter((part) => !namesSchool(part))
    .join(', ')
}

/** If there are too many terms, those with the most evidence are kept. */
function toTermFacts(found: ReadonlyMap<string, FoundTerm>, dated: readonly DatedRole[]): TermFact[] {
  const byTerm = (a: TermFact, b: TermFact) => (a.term < b.term ? -1 : 1)
  const weight = ({ lines, isInTitle }: TermFact) => lines.length + (isInTitle ? linesPerTermMax : 0)
  return [...found]
    .map(([term, { lines, isInTitle, stated }]): TermFact => {
      const inOrder = lines.toSorted((a, b) => a - b)
      const shownBy = dated.filter(({ role }) =>
        inOrder.some((line) => line >= role.line && line <= role.lastLine),
      )
      return {
        term,
        lines: [...new Set(inOrder)].slice(0, linesPerTermMax),
        isInTitle,
        months: Math.max(countMonths(shownBy.map(({ span }) => span)), stated),
        roleLines: roleLinesOf(shownBy),
      }
    })
    .sort((a, b) => weight(b) - weight(a) || byTerm(a, b))
    .slice(0, termsPerTalentMax)
    .sort(byTerm)
}

function roleLinesOf(shownBy: readonly DatedRole[]): [number, number] | null {
  if (shownBy.length === 0) return null
  return [
    Math.min(...shownBy.map(({ role }) => role.line)),
    Math.max(...shownBy.map(({ role }) => role.lastLine)),
  ]
}
