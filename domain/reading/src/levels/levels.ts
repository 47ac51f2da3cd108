// The levels of education and of languages, and how they are read from the words that state them. Any other wording gives
// no level instead of a guess.
import { anyDegreeWords, degreeWords, notDegreeWords, sectionDegreeWords } from './education-words.ts'
import { foldPhrase, foldWithOffsets } from '../fold-text.ts'
import { rememberReadings } from '../remember-readings.ts'
import { wordPattern } from '../word-pattern.ts'

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

/** The levels of the CEFR scale, ascending, followed by `native`. */
export const languageLevels = ['a1', 'a2', 'b1', 'b2', 'c1', 'c2', 'native'] as const
export type LanguageLevel = (typeof languageLevels)[number]

/** Words that name a degree, at [start, end) of the text; `any` if they state no level. */
export type FoundDegree = { level: EducationLevel | 'any'; start: number; end: number }

type DegreePattern = { level: EducationLevel | 'any' | 'none'; pattern: RegExp }

const statedPatterns: readonly DegreePattern[] = [
  ...educationLevels.map((level) => ({ level, pattern: wordPattern(degreeWords[level], 'gu') })),
  { level: 'any', pattern: wordPattern(anyDegreeWords, 'gu') },
  { level: 'none', pattern: wordPattern(notDegreeWords, 'gu') },
]
const sectionPatterns: readonly DegreePattern[] = [
  ...statedPatterns,
  ...educationLevels.map((level) => ({ level, pattern: wordPattern(sectionDegreeWords[level], 'gu') })),
]

/** The highest level that a text about a person's education states. */
export function readEducationLevel(text: string): EducationLevel | null {
  const levels = levelsOf(degreesInSection(text))
  return educationLevels.findLast((level) => levels.includes(level)) ?? null
}

/** The lowest level that a text about a job states: the one that is enough. */
export function readLeastEducationLevel(text: string): EducationLevel | null {
  const levels = levelsOf(findDegrees(text))
  return educationLevels.find((level) => levels.includes(level)) ?? null
}

/** The degrees that a text about a job names, in their order. */
export function findDegrees(text: string): FoundDegree[] {
  return statedDegrees(text).toSorted((one, other) => one.start - other.start)
}

const degreesInSection = rememberReadings((text) => degreesIn(text, sectionPatterns))
const statedDegrees = rememberReadings((text) => degreesIn(text, statedPatterns))

/** A degree of no stated level is a bachelor's degree, unless another one states a level. */
function levelsOf(degrees: readonly FoundDegree[]): EducationLevel[] {
  const stated = degrees.flatMap(({ level }) => (level === 'any' ? [] : [level]))
  return stated.length === 0 && degrees.length > 0 ? ['bachelor'] : stated
}

function degreesIn(text: string, patterns: readonly DegreePattern[]): FoundDegree[] {
  const folded = foldWithOffsets(text)
  const found = patterns.flatMap(({ level, pattern }) =>
    [...folded.text.matchAll(pattern)].map((match) => ({
      level,
      start: match.index,
      end: match.index + match[0].length,
    })),
  )
  // The longest of words within each other counts: "bac pro" is not "bac".
  const outer = found.filter((one) => !found.some((other) => other !== one && contains(other, one)))
  return outer.flatMap(({ level, start, end }) =>
    level === 'none'
      ? []
      : [{ level, start: folded.offsets[start] ?? 0, end: folded.offsets[end] ?? text.length }],
  )
}

type Span = { start: number; end: number }

function contains(outer: Span, inner: Span): boolean {
  const isLonger = outer.end - outer.start > inner.end - inner.start
  return isLonger && outer.start <= inner.start && outer.end >= inner.end
}

const nativeWords =
  /\b(?:native|mother tongue|first language|bilingual|bilingue|zweisprachig|erstsprache|de naissance|muttersprach\p{L}*|maternelle|nativ[oa]?|materna|madrelingua|moedertaal|ojczysty|rodily|anyanyelv\p{L}*|modersmal|morsmal|aidinkieli|родной|рідна)\b/u

/** Reads a level of the scale, or `native`. Words such as "fluent" give null: see `readLevelInWords`. */
export function readLanguageLevel(text: string): LanguageLevel | null {
  const level = /\b([abc][12])\b/i.exec(text)?.[1]
  if (level !== undefined) return level.toLowerCase() as LanguageLevel
  return nativeWords.test(foldPhrase(text)) ? 'native' : null
}
