// What a person corrected in a read posting. A correction of a requirement is stored under the requirement's words, not
// under its number or line, so that it survives when the text is edited or read again and the words remain.
import { foldPhrase } from '@gatehouse/reading/fold-text'
import type { EducationLevel, LanguageLevel } from '@gatehouse/reading/levels'
import { findTowns } from '@gatehouse/reading/towns'
import type {
  EmploymentType,
  Importance,
  JobPosting,
  PostingCategory,
  PostingRequirement,
  PostingSalary,
  Seniority,
  Stated,
  Workplace,
} from '../posting.ts'

/** An absent field keeps what was read; null or an empty list says that the posting states nothing. */
export type JobCorrections = {
  workplace?: Workplace | null
  employmentTypes?: readonly EmploymentType[]
  seniority?: Seniority | null
  salary?: CorrectedSalary | null
  locations?: readonly CorrectedPlace[]
  employer?: string | null
  /** By `keyOfRequirement`. */
  requirements?: Readonly<Record<string, RequirementCorrection>>
  added?: readonly AddedRequirement[]
}

export type CorrectedSalary = Omit<PostingSalary, 'line'>
/** `country` is an ISO 3166 code. */
export type CorrectedPlace = { text: string; country: string | null }

/** Null keeps what was read. */
export type RequirementCorrection = {
  importance: Importance | null
  minYears: number | null
  educationLevel: EducationLevel | null
  languageLevel: LanguageLevel | null
  /** Whether the words are not a requirement after all. */
  isDropped: boolean
}

export type AddedRequirement = {
  text: string
  importance: Importance
  category: PostingCategory
  minYears: number | null
  educationLevel: EducationLevel | null
  educationField: string | null
  /** ISO 639-1 code. */
  language: string | null
  languageLevel: LanguageLevel | null
}

/** Identifies a requirement in any reading of the same words. */
export function keyOfRequirement({ category, text, language, minYears }: PostingRequirement): string {
  return [category, language?.code ?? '', minYears ?? '', foldPhrase(text)].join('|')
}

/** What the company says the job is: the posting as read, with the corrections of a person. */
export function applyCorrections(posting: JobPosting, corrections: JobCorrections): JobPosting {
  const { workplace, employmentTypes, seniority, salary, locations, employer } = corrections
  return {
    ...posting,
    ...(workplace !== undefined && { workplace: byPerson(workplace) }),
    ...(employmentTypes !== undefined && {
      employmentTypes: employmentTypes.map((value) => ({ value, line: null })),
    }),
    ...(seniority !== undefined && { seniority: byPerson(seniority) }),
    ...(salary !== undefined && { salary: salary && { ...salary, line: null } }),
    ...(locations !== undefined && { locations: locations.map(toPlace) }),
    ...(employer !== undefined && { employer: byPerson(employer) }),
    requirements: [
      ...posting.requirements.flatMap((one) => correct(one, corrections.requirements ?? {})),
      ...(corrections.added ?? []).map(toRequirement),
    ],
  }
}

/** The ids of the requirements that a person changed or added; a dropped one is not part of the posting any more. */
export function correctedIds(posting: JobPosting, corrections: JobCorrections): ReadonlySet<string> {
  const changed = posting.requirements.filter((one) =>
    Object.hasOwn(corrections.requirements ?? {}, keyOfRequirement(one)),
  )
  const added = (corrections.added ?? []).map((_, index) => idOfAdded(index))
  return new Set([...changed.map(({ id }) => id), ...added])
}

function byPerson<T>(value: T | null): Stated<T> | null {
  return value === null ? null : { value, line: null }
}

function toPlace({ text, country }: CorrectedPlace): JobPosting['locations'][number] {
  const [found] = findTowns(text)
  return { text, town: found?.town ?? null, country: country ?? found?.country ?? null, line: null }
}

function correct(
  one: PostingRequirement,
  corrections: Readonly<Record<string, RequirementCorrection>>,
): PostingRequirement[] {
  const key = keyOfRequirement(one)
  const correction = Object.hasOwn(corrections, key) ? corrections[key] : undefined
  if (!correction) return [one]
  if (correction.isDropped) return []
  const { importance, minYears, educationLevel, languageLevel } = correction
  return [
    {
      ...one,
      importance: importance ?? one.importance,
      minYears: minYears ?? one.minYears,
      education: one.education && { ...one.education, level: educationLevel ?? one.education.level },
      language: one.language && { ...one.language, level: languageLevel ?? one.language.level },
    },
  ]
}

/** Id of a requirement that a person added, by its place among them. */
export function idOfAdded(index: number): string {
  return `p${index + 1}`
}

function toRequirement(added: AddedRequirement, index: number): PostingRequirement {
  const { text, importance, category, minYears, educationLevel, educationField, language, languageLevel } =
    added
  return {
    id: idOfAdded(index),
    line: null,
    text,
    importance,
    category,
    minYears,
    education: educationLevel && { level: educationLevel, field: educationField },
    language: language === null ? null : { code: language, level: languageLevel },
  }
}
