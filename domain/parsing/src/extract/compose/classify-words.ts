// Words that indicate a level, in the most common languages of CVs. Any other wording gives no level instead of a
// guess.
import type { CvData } from '../parsed/parsed-cv.ts'
import { type ParsedEducationLevel, parsedEducationLevels } from '../parsed/parsed-parts.ts'
import { foldPhrase } from '@gatehouse/reading/fold-text'

type Skill = CvData['skills'][number]
export type Seniority = NonNullable<CvData['derived']['seniority']>

type Rules<T> = readonly (readonly [T, RegExp])[]

function firstOf<T>(rules: Rules<T>, text: string): T | null {
  const folded = foldPhrase(text)
  return rules.find(([, words]) => words.test(folded))?.[0] ?? null
}

const skillLevels: Rules<NonNullable<Skill['level']>> = [
  ['expert', /\b(?:expert|master|guru|experte|experto|esperto)/],
  [
    'advanced',
    /\b(?:advanced|proficient|fluent|strong|very good|sehr gut|fortgeschritten|avance|avanzad|avansat)/,
  ],
  ['intermediate', /\b(?:intermediate|good|solid|gut|intermediaire|intermedi)/],
  ['beginner', /\b(?:beginner|basic|novice|elementary|grundkenntnisse|debutant|basico|incepator|learning)/],
]

export function readSkillLevel(text: string): Skill['level'] {
  return firstOf(skillLevels, text)
}

/** The highest of the levels; "other" ranks below all of them. */
export function highestLevel(levels: readonly (ParsedEducationLevel | null)[]): ParsedEducationLevel | null {
  const order: readonly ParsedEducationLevel[] = [
    'other',
    ...parsedEducationLevels.filter((level) => level !== 'other'),
  ]
  const known = levels.filter((level) => level !== null)
  return known.toSorted((one, other) => order.indexOf(other) - order.indexOf(one))[0] ?? null
}

const titles: Rules<Seniority> = [
  [
    'intern',
    /\b(?:intern|internship|trainee|working student|werkstudent\w*|praktikant\w*|stagiaire|becari[oa])\b/,
  ],
  [
    'executive',
    /\b(?:chief|ceo|cto|cfo|coo|cmo|vp|vice president|president|geschaftsfuhrer\w*|founder|partner)\b/,
  ],
  ['director', /\b(?:director|direktor\w*|directeur|directrice|directora?)\b/],
  ['manager', /\b(?:manager|head of|leiter\w*|gerente|responsable|responsabile)\b/],
  ['lead', /\b(?:lead|principal|staff|architect|teamleiter\w*)\b/],
  ['senior', /\b(?:senior|sr|expert)\b/],
  ['entry', /\b(?:junior|jr|graduate|entry|assistant|associate)\b/],
]

/** Reads the seniority from the words of a title; null if none indicates it. */
export function readSeniority(title: string | null): Seniority | null {
  return title === null ? null : firstOf(titles, title)
}
