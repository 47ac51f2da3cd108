// What a job posting states: typed values, each with the line of the text that states it. Line numbers start at 0; a value
// that a person entered has no line. Facts for matching are derived from it.
import type { EducationLevel, LanguageLevel } from '@gatehouse/reading/levels'

export const importances = ['must', 'should', 'nice'] as const
export type Importance = (typeof importances)[number]

export const postingCategories = [
  'skill',
  'experience',
  'education',
  'language',
  'certification',
  'authorization',
  'other',
] as const
export type PostingCategory = (typeof postingCategories)[number]

export const seniorities = [
  'intern',
  'entry',
  'mid',
  'senior',
  'lead',
  'manager',
  'director',
  'executive',
] as const
export type Seniority = (typeof seniorities)[number]

export const employmentTypes = [
  'full_time',
  'part_time',
  'contractor',
  'temporary',
  'intern',
  'volunteer',
  'per_diem',
] as const
export type EmploymentType = (typeof employmentTypes)[number]

export const workplaces = ['on_site', 'hybrid', 'remote'] as const
export type Workplace = (typeof workplaces)[number]

export const salaryPeriods = ['hour', 'day', 'week', 'month', 'year', 'project'] as const
export type SalaryPeriod = (typeof salaryPeriods)[number]

/** `line` is null if a person entered the value. */
export type Stated<T> = { value: T; line: number | null }

export type PostingRequirement = {
  /** q1, q2, … in the order of the text. */
  id: string
  line: number | null
  /** The words of the line that state it, or a person's words. */
  text: string
  /** Rules read `must` or `nice`. */
  importance: Importance
  category: PostingCategory
  minYears: number | null
  education: { level: EducationLevel; field: string | null } | null
  language: { code: string; level: LanguageLevel | null } | null
}

export type PostingSalary = {
  min: number | null
  max: number | null
  currency: string | null
  period: SalaryPeriod | null
  isGross: boolean | null
  line: number | null
}

export type PostingPlace = {
  text: string
  /** The folded name from the gazetteer (`@gatehouse/reading/towns`); null if it does not list the place. */
  town: string | null
  /** ISO 3166 code; null unless the posting names the country or the gazetteer lists the town. */
  country: string | null
  line: number | null
}

export type PostingLine = { text: string; line: number }

export type PostingApply = { text: string; url: string | null; email: string | null; line: number }

export type JobPosting = {
  schema: 'job_posting/1'
  /** ISO 639-1 code; null if the text is too short to tell. */
  language: string | null
  title: string
  titleLine: number
  employer: Stated<string> | null
  department: Stated<string> | null
  summary: Stated<string> | null
  seniority: Stated<Seniority> | null
  employmentTypes: readonly Stated<EmploymentType>[]
  workplace: Stated<Workplace> | null
  onsiteDaysPerWeek: Stated<number> | null
  locations: readonly PostingPlace[]
  salary: PostingSalary | null
  requirements: readonly PostingRequirement[]
  responsibilities: readonly PostingLine[]
  benefits: readonly PostingLine[]
  apply: PostingApply | null
  startDate: Stated<string> | null
  validThrough: Stated<string> | null
  openings: Stated<number> | null
  travelPercent: Stated<number> | null
  visaSponsorship: Stated<boolean> | null
}
