// The facts of a talent that a match may use. The type is the guarantee: it has no place for a name, a gender, an age,
// a photo, a school, an employer or an address, so no score can depend on them. Every fact points to the lines of the
// talent's text that show it.
import type { EducationLevel, LanguageLevel } from '@gatehouse/reading/levels'

export type TalentFacts = {
  schema: 'talent_facts/2'
  /** Terms of words and keys of concepts, sorted by term; each occurs once. */
  terms: readonly TermFact[]
  roles: readonly RoleFact[]
  /** Months in at least one dated role; null without dated roles. */
  experienceMonths: number | null
  /** The highest level that is stated. Null if unknown, which differs from having none. */
  education: { level: EducationLevel; fieldTerms: readonly string[]; line: number } | null
  languages: readonly LanguageFact[] | null
  location: LocationFact | null
  /** What the text states that the talent does not have, by line; missing if there is nothing. */
  absent?: readonly AbsentFact[]
}

/** Terms of words, keys of concepts and of languages (`language:de`), sorted. */
export type AbsentFact = { line: number; terms: readonly string[] }

export type TermFact = {
  /** A term of a word, or the key of a concept, which contains a colon. */
  term: string
  /** The first few lines that show the term, ascending; further lines add no evidence. */
  lines: readonly number[]
  /** Whether the term is part of the title of a role that the talent held. */
  isInTitle: boolean
  /**
   * Months in at least one dated role whose title or lines show the term, or the time that the text states for it,
   * whichever is more; 0 if neither is known.
   */
  months: number
  /** The first and the last line of the dated roles that show the term; null if none does. */
  roleLines: readonly [number, number] | null
}

/** `level` is null if the text names the language without a level. */
export type LanguageFact = { language: string; level: LanguageLevel | null; line: number }

export type LocationFact = {
  country: string | null
  /** Canonical name of a town, never a street or a postcode. */
  town: string | null
  /** Further places that the talent states to be theirs: a district, a town nearby, the town to which they move. */
  areas?: readonly string[]
  isRemoteOk: boolean
  canRelocate: boolean
  line: number
}

export type RoleFact = {
  id: string
  /** Terms of the words of the title and keys of the occupations that it names. */
  titleTerms: readonly string[]
  months: number
  isCurrent: boolean
  line: number
}

export const linesPerTermMax = 4
export const termsPerTalentMax = 600
export const absencesPerTalentMax = 40

export const noFacts: TalentFacts = {
  schema: 'talent_facts/2',
  terms: [],
  roles: [],
  experienceMonths: null,
  education: null,
  languages: null,
  location: null,
}

export type StoredFacts = { id: string; facts: TalentFacts; factsHash: Buffer }

/** A line of the talent's text that a fact points to. */
export type FactLine = { line: number; text: string }
