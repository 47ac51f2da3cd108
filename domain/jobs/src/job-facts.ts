// The facts of a job that a match may use: atomic requirements. Each has one category and one importance, and points to
// the line of the job's text that states it.
import type { EducationLevel, LanguageLevel } from '@gatehouse/reading/levels'

export type JobFacts = {
  schema: 'job_facts/2'
  requirements: readonly Requirement[]
}

export type Importance = 'must' | 'should' | 'nice'

type RequirementBase = {
  id: string
  text: string
  importance: Importance
  /** Line of the job's text; null if a person added the requirement. */
  line: number | null
  /** A general requirement, such as a language or teamwork, says nothing about the field of work. */
  isGeneral: boolean
}

export type Requirement = RequirementBase &
  (
    | {
        category: TermCategory
        /** What a talent has to show: every part. Empty if the text names no known skill or occupation. */
        parts: readonly Part[]
        /** The words of the text. They decide only if there are no parts, and rank talents in any case. */
        words: readonly WeighedTerm[]
        /** Minimum time of practice; null if the job states none. */
        minMonths: number | null
      }
    | { category: 'education'; level: EducationLevel; field: string | null }
    | ({
        category: 'language'
        /** Languages of which any one is enough as well: "French or German". */
        alternatives?: readonly RequiredLanguage[]
      } & RequiredLanguage)
    | { category: 'location'; places: readonly RequiredPlace[] }
  )

export type RequiredLanguage = { language: string; level: LanguageLevel | null }

/** The categories that are compared term by term. */
export const termCategories = ['title', 'skill', 'experience', 'task'] as const
export type TermCategory = (typeof termCategories)[number]

export type TermRequirement = Extract<Requirement, { category: TermCategory }>

/** A term with its specificity among the talents at the time when the job was read. */
export type WeighedTerm = { term: string; specificity: number }

/** Any one of the options satisfies the part. */
export type Part = { options: readonly Option[]; specificity: number }

export type Option = {
  label: string
  /** The key of the concept, followed by the keys of narrower and broader concepts that count less. */
  shownBy: readonly ShowingTerm[]
  /** The job's own words for it: a CV that has all of them in one line shows it too. */
  words: readonly string[]
}

/** `weight` is in thousandths. */
export type ShowingTerm = { term: string; label: string; weight: number }

/** Canonical town and country code; null if the job does not name them. */
export type RequiredPlace = { label: string; town: string | null; country: string | null }

export const requirementsPerJobMax = 120

export type StoredJobFacts = { id: string; facts: JobFacts; factsHash: Buffer }
