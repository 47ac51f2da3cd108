// What a match may know of a talent. The type is the guarantee: there is no place in it for a name, a gender, an age, a
// photo, a school, an employer or an address, so no score can depend on them. Every fact points to the lines of the
// talent's text that show it.

export type TalentFacts = {
  schema: 'talent_facts/1'
  /** In order of the term, each term once. */
  terms: readonly TermFact[]
  roles: readonly RoleFact[]
  /** Null where nothing is known, which is not the same as none. */
  education: { level: EducationLevel; line: number } | null
  languages: readonly { language: string; level: LanguageLevel; line: number }[] | null
  location: { country: string; isRemoteOk: boolean; line: number } | null
}

export type TermFact = {
  term: string
  /** The lines that show it, ascending; the first few, because more prove nothing more. */
  lines: readonly number[]
  /** It is part of the name of a role that was held. */
  isInTitle: boolean
}

export type RoleFact = {
  id: string
  titleTerms: readonly string[]
  months: number
  isCurrent: boolean
  line: number
}

/** Ascending. */
export const educationLevels = [
  'secondary',
  'vocational',
  'associate',
  'bachelor',
  'master',
  'doctorate',
] as const
export type EducationLevel = (typeof educationLevels)[number]

/** Ascending. */
export const languageLevels = ['a1', 'a2', 'b1', 'b2', 'c1', 'c2', 'native'] as const
export type LanguageLevel = (typeof languageLevels)[number]

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

/** A line of the talent's text that facts point to. */
export type FactLine = { line: number; text: string }
