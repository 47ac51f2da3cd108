// What a CV says about a person, as people look at it: who they are, how to reach them, and each role, skill, degree and
// language with the line that states it. A profile identifies the person, so matching never reads it; the facts that
// matching uses are derived from it (`facts-of-profile.ts`).
import type { LinkKind } from '@gatehouse/reading/find-links'
import type { EducationLevel, LanguageLevel } from '@gatehouse/reading/levels'
import { type MonthSpan, countMonths, monthSpanOf } from '@gatehouse/reading/month-span'

export type TalentProfile = {
  schema: 'talent_profile/1'
  /** YYYY-MM: the month in which the text was submitted, which is what "present" means in it. */
  asOf: string
  name: Stated<string> | null
  headline: Stated<string> | null
  /** In text order. */
  roles: readonly ProfileRole[]
  skills: readonly ProfileSkill[]
  education: readonly ProfileEducation[]
  languages: readonly ProfileLanguage[]
  location: ProfileLocation | null
  contact: ProfileContact
  /** Lines that address the reader or a model instead of describing the person. They show no facts. */
  flagged: readonly FlaggedLine[]
}

/** A value with the line that states it. Lines are counted from 0. */
export type Stated<T> = { value: T; line: number }

export type ProfileRole = {
  id: string
  title: string | null
  employer: string | null
  /** YYYY, YYYY-MM or YYYY-MM-DD, as precisely as the text states it. */
  start: string | null
  end: string | null
  isCurrent: boolean
  /** Null if start or end is unknown. */
  months: number | null
  line: number
  /** The last line that describes the role. */
  lastLine: number
}

export type ProfileSkill = {
  /** Key of the concept; null if the skill is only known by its words. */
  concept: string | null
  label: string
  /** Months of the dated roles that show the skill, or the time that the text states for it, whichever is more. */
  months: number
  /** YYYY-MM: the last month of the latest role that shows the skill; null if no dated role does. */
  lastUsed: string | null
  lines: readonly number[]
}

export type ProfileEducation = {
  id: string
  degree: string | null
  level: EducationLevel | null
  field: string | null
  institution: string | null
  /** The year of the degree, or the last year of the studies. */
  year: number | null
  line: number
}

export type ProfileLanguage = { code: string; level: LanguageLevel | null; line: number }

export type ProfileLocation = {
  text: string
  town: string | null
  country: string | null
  /** Folded names of further places: the district, a town that is said to be near, and where the person moves. */
  areas?: readonly string[]
  isRemoteOk: boolean
  canRelocate: boolean
  line: number
}

export type ProfileContact = {
  emails: readonly Stated<string>[]
  phones: readonly (Stated<string> & { e164: string | null })[]
  links: readonly (Stated<string> & { kind: LinkKind })[]
}

export type FlaggedLine = { line: number; quote: string }

/** The months of a role; undefined if start or end is unknown. */
export function spanOfRole(
  { start, end, isCurrent }: Pick<ProfileRole, 'start' | 'end' | 'isCurrent'>,
  asOf: string,
): MonthSpan | undefined {
  return monthSpanOf(
    { start: start === null ? null : toDate(start), end: end === null ? null : toDate(end), isCurrent },
    asOf,
  )
}

function toDate(value: string): { value: string; precision: 'year' | 'month' } {
  return { value, precision: value.length === 4 ? 'year' : 'month' }
}

/** Months in at least one dated role; null without dated roles. */
export function experienceMonths({ roles, asOf }: Pick<TalentProfile, 'roles' | 'asOf'>): number | null {
  const spans = roles.flatMap((role) => spanOfRole(role, asOf) ?? [])
  return spans.length > 0 ? countMonths(spans) : null
}
