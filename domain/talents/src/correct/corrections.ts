// What people corrected in the profile of a talent. Corrections are stored apart from the profile, keyed by what they
// correct, so that they survive a new reading of the CV.
import type { EducationLevel, LanguageLevel } from '@gatehouse/reading/levels'
import type { ProfileLocation } from '../profile.ts'

/** A missing key is not corrected. */
export type TalentCorrections = {
  name?: string
  headline?: string
  location?: Omit<ProfileLocation, 'line'>
  emails?: readonly string[]
  phones?: readonly string[]
  links?: readonly string[]
  /** By code. */
  languages?: readonly CorrectedLanguage[]
  /** By line, or by number for those that the text does not state. */
  education?: readonly CorrectedEducation[]
  /** By line. */
  roles?: readonly CorrectedRole[]
  /** By concept, or else by label. */
  skills?: readonly CorrectedSkill[]
}

export type CorrectedLanguage = { code: string; level: LanguageLevel | null; isRemoved: boolean }

/** Null values stay as they were read. */
export type CorrectedEducation = {
  /** Null for a degree that was added. */
  line: number | null
  /** Number of an added degree; missing for the first one. */
  addition?: number
  level: EducationLevel | null
  field: string | null
  isRemoved: boolean
}

/** Null values stay as they were read. */
export type CorrectedRole = {
  line: number
  title: string | null
  start: string | null
  end: string | null
  isCurrent: boolean | null
}

/** `months` is null if the time is not corrected. */
export type CorrectedSkill = {
  concept: string | null
  label: string
  months: number | null
  isRemoved: boolean
}

/** A later correction of the same thing replaces the earlier one; of a role or degree, the values that it states. */
export function mergeCorrections(earlier: TalentCorrections, later: TalentCorrections): TalentCorrections {
  const merged: TalentCorrections = { ...earlier, ...later }
  const { languages, education, roles, skills } = earlier
  if (languages && later.languages) merged.languages = mergeBy(languages, later.languages, ({ code }) => code)
  if (education && later.education) merged.education = mergeBy(education, later.education, keyOfEducation)
  if (roles && later.roles) merged.roles = mergeBy(roles, later.roles, ({ line }) => String(line))
  if (skills && later.skills) merged.skills = mergeBy(skills, later.skills, keyOfSkill)
  return merged
}

export function keyOfSkill({ concept, label }: Pick<CorrectedSkill, 'concept' | 'label'>): string {
  return concept ?? label.toLowerCase()
}

export function keyOfEducation({ line, addition = 0 }: CorrectedEducation): string {
  return line === null ? `added ${addition}` : String(line)
}

function mergeBy<T extends object>(
  earlier: readonly T[],
  later: readonly T[],
  keyOf: (one: T) => string,
): T[] {
  const merged = new Map(earlier.map((one) => [keyOf(one), one]))
  for (const one of later) {
    const known = merged.get(keyOf(one))
    const stated = Object.entries(one).filter(([, value]) => value !== null)
    merged.set(keyOf(one), known ? Object.assign({}, known, Object.fromEntries(stated)) : one)
  }
  return [...merged.values()]
}

/** A line that states a correction. It follows the text of the CV, so that every corrected value has a line that shows it. */
export type CorrectionLine = { key: string; text: string }

/** The lines that follow the text of a CV. */
export function correctionLines(corrections: TalentCorrections): CorrectionLine[] {
  const { name, headline, location, emails, phones, links, languages, education, skills } = corrections
  const stated: CorrectionLine[] = [
    ...(name === undefined ? [] : [{ key: 'name', text: name }]),
    ...(headline === undefined ? [] : [{ key: 'headline', text: headline }]),
    ...(location ? [{ key: 'location', text: describePlace(location) }] : []),
    ...[...(emails ?? []), ...(phones ?? []), ...(links ?? [])].map((text) => ({
      key: `contact ${text}`,
      text,
    })),
    ...(languages ?? []).filter(isKept).map(({ code, level }) => ({
      key: `language ${code}`,
      text: level === null ? code : `${code} ${level}`,
    })),
    ...(education ?? [])
      .filter((entry) => isKept(entry) && entry.line === null)
      .map((entry) => ({
        key: `education ${keyOfEducation(entry)}`,
        text: [entry.level, entry.field].filter(Boolean).join(', '),
      })),
    ...(skills ?? []).filter(isKept).map((skill) => ({
      key: `skill ${keyOfSkill(skill)}`,
      text: skill.months === null ? skill.label : `${skill.label}, ${skill.months} months`,
    })),
  ]
  return stated.map(({ key, text }) => ({ key, text: `Corrected: ${text}` }))
}

function isKept({ isRemoved }: { isRemoved: boolean }): boolean {
  return !isRemoved
}

function describePlace({ text, isRemoteOk, canRelocate }: Omit<ProfileLocation, 'line'>): string {
  return [text, isRemoteOk ? 'remote' : '', canRelocate ? 'can relocate' : '']
    .filter((part) => part !== '')
    .join(', ')
}

/** The lines of a text and, after them, those that state its corrections. */
export function allLines(text: string, corrections: TalentCorrections): string[] {
  return [...text.split('\n'), ...correctionLines(corrections).map((line) => line.text)]
}
