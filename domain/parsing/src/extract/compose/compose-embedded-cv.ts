// Composes a CV from a Europass document, which is exact: no model is called and nothing needs verification. The
// document itself is the evidence, so the lists of quotes are empty and the confidence is 1.
import type { EuropassCv, EuropassPeriod, EuropassPlace } from '../../europass/europass-cv.ts'
import type { CvData } from '../parsed/parsed-cv.ts'
import type { Concept, Occupation, ParsedPlace } from '../parsed/parsed-parts.ts'
import { findLinks } from '@gatehouse/reading/find-links'
import { type EducationLevel, educationLevels, readEducationLevel } from '@gatehouse/reading/levels'
import { deriveFacts } from './compose-cv.ts'
import { toParsedDate } from '../evidence/read-period.ts'
import { countMonths, monthSpanOf } from '@gatehouse/reading/month-span'

export type EmbeddedContext = {
  asOf: string
  concepts: ReadonlyMap<string, Concept>
  occupations: ReadonlyMap<string, Occupation>
}

const exact = { confidence: 1, evidence: [] }

export function composeEmbeddedCv(context: EmbeddedContext, cv: EuropassCv): CvData {
  const roles = cv.experience.map((entry, index) => composeRole(context, entry, index))
  const education = cv.education.map(composeEducation)
  const derived = deriveFacts({ checker: { lines: [] }, roles, education })
  const fullName = [cv.givenName, cv.familyName].filter((name) => name !== null).join(' ')
  return {
    person: {
      full_name: fullName === '' ? null : fullName,
      given_name: cv.givenName,
      family_name: cv.familyName,
      emails: [...cv.emails],
      phones: cv.phones.map(({ raw, e164, country }) => ({ raw, e164, country })),
      location: toPlace(cv.place),
      links: findLinks(cv.links),
    },
    headline: null,
    summary: cv.summary,
    experience: roles.map(({ role }) => role),
    education,
    skills: cv.skills.map((name, index) => ({
      id: `skill_${index + 1}`,
      name,
      concept: context.concepts.get(name) ?? null,
      type: 'hard',
      level: null,
      months: null,
      last_used: null,
      used_in: [],
      ...exact,
    })),
    languages: cv.languages.map((language) => ({ ...language, ...exact })),
    certifications: [],
    projects: [],
    preferences: {
      desired_titles: [],
      salary: null,
      workplace: null,
      available_from: null,
      work_authorization: [],
    },
    other_sections: cv.otherSections.map((section) => ({ ...section })),
    derived: { ...derived, sensitive_present: cv.sensitivePresent.filter(isSensitive) },
  }
}

const sensitiveKinds: ReadonlySet<string> = new Set(['date_of_birth', 'gender', 'nationality', 'photo'])

function isSensitive(kind: string): kind is CvData['derived']['sensitive_present'][number] {
  return sensitiveKinds.has(kind)
}

function composeRole(
  { asOf, occupations }: EmbeddedContext,
  entry: EuropassCv['experience'][number],
  index: number,
) {
  const dates = toDates(entry.period)
  const span = monthSpanOf({ ...dates, isCurrent: entry.period.isCurrent }, asOf)
  const role: CvData['experience'][number] = {
    id: `exp_${index + 1}`,
    title: entry.title,
    occupation: (entry.title !== null && occupations.get(entry.title)) || null,
    employer: entry.employer,
    employment_type: null,
    location: toPlace(entry.place),
    ...dates,
    is_current: entry.period.isCurrent,
    months: span ? countMonths([span]) : null,
    description: entry.description,
    highlights: [],
    skill_ids: [],
    ...exact,
  }
  return { role, span }
}

function composeEducation(
  entry: EuropassCv['education'][number],
  index: number,
): CvData['education'][number] {
  return {
    id: `edu_${index + 1}`,
    institution: entry.institution,
    degree: entry.degree,
    level: levelOf(entry.eqfLevel) ?? (entry.degree === null ? null : readEducationLevel(entry.degree)),
    field: null,
    ...toDates(entry.period),
    grade: entry.grade,
    ...exact,
  }
}

function toDates({ start, end }: EuropassPeriod) {
  return { start: start && toParsedDate(start), end: end && toParsedDate(end) }
}

/** European Qualifications Framework: 6 is a bachelor's degree, 7 a master's, 8 a doctorate. */
function levelOf(eqfLevel: number | null): EducationLevel | null {
  if (eqfLevel === null) return null
  return eqfLevel <= 3 ? 'secondary' : (educationLevels[eqfLevel - 3] ?? null)
}

function toPlace(place: EuropassPlace | null): ParsedPlace | null {
  if (!place) return null
  const { city, postalCode, country } = place
  const text = [postalCode, city, country].filter((part) => part !== null).join(' ')
  if (text === '') return null
  const code = country !== null && /^[A-Z]{2}$/.test(country) ? country : null
  return { text, city, region: null, postal_code: postalCode, country: code }
}
