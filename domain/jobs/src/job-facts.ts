// The facts of a job that a match may use: atomic requirements. Each has one category and one importance, and points to
// the line of the job's text that states it.
import type { EducationLevel, LanguageLevel } from '@gatehouse/reading/levels'

export type JobFacts = {
  schema: 'job_facts/1'
  requirements: readonly Requirement[]
}

export type Importance = 'must' | 'should' | 'nice'

type RequirementBase = { id: string; text: string; importance: Importance; line: number }

export type Requirement = RequirementBase &
  (
    | {
        category: TermCategory
        /** Any one of them satisfies the requirement; most requirements have exactly one. */
        alternatives: readonly (readonly WeighedTerm[])[]
        /** Minimum time of practice; null if the job states none. */
        minMonths: number | null
      }
    | { category: 'education'; level: EducationLevel }
    | { category: 'language'; language: string; level: LanguageLevel }
    | { category: 'location'; country: string; isRemoteOk: boolean }
  )

/** The categories that are compared term by term. */
export const termCategories = ['title', 'skill', 'experience', 'task'] as const
export type TermCategory = (typeof termCategories)[number]

export type TermRequirement = Extract<Requirement, { category: TermCategory }>

/** A term with its specificity among the talents at the time when the job was read. */
export type WeighedTerm = { term: string; specificity: number }

export const requirementsPerJobMax = 120

export type StoredJobFacts = { id: string; facts: JobFacts; factsHash: Buffer }
