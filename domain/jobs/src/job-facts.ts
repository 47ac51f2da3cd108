// What a match may know of a job: atomic requirements. Each is of one category, has its importance, and points to the line
// of the job's text that states it.
import type { EducationLevel, LanguageLevel } from '@gatehouse/talents/talent-facts'

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
        /** Any one of them is enough; most requirements have one. */
        alternatives: readonly (readonly WeighedTerm[])[]
        /** How long it must have been done; null where the job does not say. */
        minMonths: number | null
      }
    | { category: 'education'; level: EducationLevel }
    | { category: 'language'; language: string; level: LanguageLevel }
    | { category: 'location'; country: string; isRemoteOk: boolean }
  )

/** The categories that are compared by their terms. */
export const termCategories = ['title', 'skill', 'experience', 'task'] as const
export type TermCategory = (typeof termCategories)[number]

export type TermRequirement = Extract<Requirement, { category: TermCategory }>

/** With how much the term told among the talents at the time when the job was read. */
export type WeighedTerm = { term: string; specificity: number }

export const requirementsPerJobMax = 120

export type StoredJobFacts = { id: string; facts: JobFacts; factsHash: Buffer }
