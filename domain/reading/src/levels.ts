// The levels of education and of languages, and the words that state them. Any other wording gives no level instead of a
// guess.
import { foldPhrase } from './fold-text.ts'

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

const degreeWords: Readonly<Record<EducationLevel, RegExp>> = {
  doctorate: /\b(?:phd|dr|doctor|doctorate|doctorat|doktor|doctorado|dottorato|dphil|promotion)\b/,
  master:
    /\b(?:masters?|masterat|msc|ms in|m sc|ma in|mba|meng|magister|diplom|diplom-\w+|maestria|laurea magistrale|mestrado)\b/,
  bachelor:
    /\b(?:bachelors?|bsc|b sc|bs in|ba|beng|btech|burlac|licence|licent\w*|licenciat\w*|laurea|inzynier)\b/,
  associate: /\b(?:associates?|asociat|foundation degree|hnd|bts|dut)\b/,
  vocational:
    /\b(?:vocational|apprentice\w*|ausbildung|berufsschule|bootcamp|certificat|certificate|profesional\w*|cap|fp|nvq)\b/,
  secondary:
    /\b(?:high school|secondary|abitur|baccalaureat|bacalaureat|bachillerato|matura|gcse|a-levels?|lyc\w+|liceu|gymnasium)\b/,
}

/** The highest level that a text states. */
export function readEducationLevel(text: string): EducationLevel | null {
  const folded = foldPhrase(text)
  return educationLevels.findLast((level) => degreeWords[level].test(folded)) ?? null
}

const nativeWords =
  /\b(?:native|mother tongue|bilingual|muttersprach\p{L}*|maternelle|nativ[oa]|materna|madrelingua|moedertaal|ojczysty|rodily|anyanyelv\p{L}*|modersmal|morsmal|aidinkieli|родной|рідна)\b/u

/** Reads an explicit level; words such as "fluent" have no agreed place on the scale and give null. */
export function readLanguageLevel(text: string): LanguageLevel | null {
  const level = /\b([abc][12])\b/i.exec(text)?.[1]
  if (level !== undefined) return level.toLowerCase() as LanguageLevel
  return nativeWords.test(foldPhrase(text)) ? 'native' : null
}
