// The facts of a talent that a match may use. The type is the guarantee: it has no place for a name, a gender, an age,
// a photo, a school, an employer or an address, so no score can depend on them. Every fact points to the lines of the
// talent's text that show it.
import type { EducationLevel, LanguageLevel } from '@gatehouse/reading/levels'

export type TalentFacts = {
  schema: 'talent_facts/1'
  /** Sorted by term; each term occurs once. */
  terms: readonly TermFact[]
  roles: readonly RoleFact[]
  /** Null if unknown, which differs from having none. */
  education: { level: EducationLevel; line: number } | null
  languages: readonly { language: string; level: LanguageLevel; line: number }[] | null
  location: { country: string; isRemoteOk: boolean; line: number } | null
}

export type TermFact = {
  term: string
  /** The first few lines that show the term, ascending; further lines add no evidence. */
  lines: readonly number[]
  /** Whether the term is part of the title of a role that the talent held. */
  isInTitle: boolean
}

export type RoleFact = {
  id: string
  titleTerms: readonly string[]
  months: number
  isCurrent: boolean
  line: number
}

export const linesPerTermMax = 4
export const termsPerTalentMax = 600

export const noFacts: TalentFacts = {
  schema: 'talent_facts/1',
  terms: [],
  roles: [],
  education: null,
  languages: null,
  location: null,
}

export type StoredFacts = { id: string; facts: TalentFacts; factsHash: Buffer }

/** A line of the talent's text that a fact points to. */
export type FactLine = { line: number; text: string }
