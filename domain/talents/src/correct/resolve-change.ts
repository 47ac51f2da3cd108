// Turns what a person asks to change in a profile into corrections. What the request names by id or by words is looked up
// in the profile and the vocabulary first.
import { normaliseLanguage } from '@gatehouse/reading/find-languages'
import {
  type EducationLevel,
  type LanguageLevel,
  educationLevels,
  languageLevels,
} from '@gatehouse/reading/levels'
import { monthIndexOf } from '@gatehouse/reading/read-date'
import type { TalentProfile } from '../profile.ts'
import { type CorrectedTalent, correctedProfile } from './apply-corrections.ts'
import { readPlace } from '../read/location/read-place.ts'
import type { TalentNames } from '../read/talent-names.ts'
import {
  type CorrectedEducation,
  type CorrectedLanguage,
  type CorrectedRole,
  type CorrectedSkill,
  type TalentCorrections,
  correctionLines,
  keyOfEducation,
} from './corrections.ts'

/** A null value is not changed. */
export type TalentChange = {
  name: string | null
  headline: string | null
  location: { text: string; isRemoteOk: boolean | null; canRelocate: boolean | null } | null
  emails: readonly string[] | null
  phones: readonly string[] | null
  links: readonly string[] | null
  languages: readonly { language: string; level: LanguageLevel | null; isRemoved: boolean | null }[] | null
  education:
    | readonly {
        id: string | null
        level: EducationLevel | null
        field: string | null
        isRemoved: boolean | null
      }[]
    | null
  roles:
    | readonly {
        id: string
        title: string | null
        start: string | null
        end: string | null
        isCurrent: boolean | null
      }[]
    | null
  skills: readonly { name: string; years: number | null; isRemoved: boolean | null }[] | null
}

export type ResolvedChange =
  | { kind: 'resolved'; corrections: TalentCorrections }
  /** The message says what to change in the request. */
  | { kind: 'invalid'; message: string }

/** Thrown within this file only. */
class InvalidChange extends Error {}

/** The ids of the request are those of the profile that the person has seen, with earlier corrections. */
export function resolveChange(
  change: TalentChange,
  talent: CorrectedTalent,
  names: TalentNames,
): ResolvedChange {
  try {
    const textLines = talent.text.split('\n').length
    return {
      kind: 'resolved',
      corrections: resolve(change, { talent, profile: correctedProfile(talent), textLines }, names),
    }
  } catch (thrown) {
    if (thrown instanceof InvalidChange) return { kind: 'invalid', message: thrown.message }
    throw thrown
  }
}

type Seen = { talent: CorrectedTalent; profile: TalentProfile; textLines: number }

function resolve(change: TalentChange, seen: Seen, names: TalentNames): TalentCorrections {
  const { name, headline, location, languages, education, roles, skills } = change
  const corrections: TalentCorrections = {}
  if (name !== null) corrections.name = checkText('name', name, 200)
  if (headline !== null) corrections.headline = checkText('headline', headline, 300)
  if (location) corrections.location = resolveLocation(location, seen.profile, names)
  for (const kind of ['emails', 'phones', 'links'] as const) {
    const values = change[kind]
    if (values !== null) corrections[kind] = values.map((value) => checkText(kind, value, 300))
  }
  if (languages) corrections.languages = languages.map((one) => resolveLanguage(one, names))
  if (education) corrections.education = resolveAllEducation(education, seen)
  if (roles) corrections.roles = roles.map((one) => resolveRole(one, seen.profile))
  if (skills) corrections.skills = skills.map((one) => resolveSkill(one, names))
  return corrections
}

function checkText(what: string, text: string, lengthMax: number): string {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > lengthMax)
    throw new InvalidChange(`${what}: write 1 to ${lengthMax} characters.`)
  return trimmed
}

function resolveLocation(
  { text, isRemoteOk, canRelocate }: NonNullable<TalentChange['location']>,
  { location }: TalentProfile,
  names: TalentNames,
): NonNullable<TalentCorrections['location']> {
  const written = checkText('location', text, 200)
  const place = readPlace(written, names)
  return {
    text: written,
    town: place?.town ?? null,
    country: place?.country ?? null,
    isRemoteOk: isRemoteOk ?? location?.isRemoteOk ?? false,
    canRelocate: canRelocate ?? location?.canRelocate ?? false,
  }
}

function resolveLanguage(
  { language, level, isRemoved }: NonNullable<TalentChange['languages']>[number],
  names: TalentNames,
): CorrectedLanguage {
  const code = normaliseLanguage(language, names.languages)
  if (code === undefined)
    throw new InvalidChange(`languages: ${checkText('language', language, 50)} is not a known language.`)
  if (level !== null && !languageLevels.includes(level))
    throw new InvalidChange('languages: the level is unknown.')
  return { code, level, isRemoved: isRemoved ?? false }
}

type EducationChange = NonNullable<TalentChange['education']>[number]

/** Added degrees are numbered in the order in which they were added, also those that were removed since. */
function resolveAllEducation(changes: readonly EducationChange[], seen: Seen): CorrectedEducation[] {
  const earlier = (seen.talent.corrections.education ?? []).filter(({ line }) => line === null)
  let next = Math.max(-1, ...earlier.map(({ addition = 0 }) => addition)) + 1
  return changes.map((one) => {
    const resolved = resolveEducation(one, seen)
    if (one.id !== null) return resolved
    next += 1
    return { ...resolved, addition: next - 1 }
  })
}

function resolveEducation(
  { id, level, field, isRemoved }: EducationChange,
  { talent, profile, textLines }: Seen,
): CorrectedEducation {
  const known = profile.education.find((entry) => entry.id === id)
  if (id !== null && !known) throw new InvalidChange(`education: there is no entry ${id}.`)
  if (id === null && level === null) throw new InvalidChange('education: a new entry needs a level.')
  if (level !== null && !educationLevels.includes(level))
    throw new InvalidChange('education: the level is unknown.')
  // An entry that an earlier correction added has no line in the text.
  const isAdded = known !== undefined && known.line >= textLines
  const addition = isAdded ? additionAt(known.line - textLines, talent.corrections) : undefined
  return {
    line: known && !isAdded ? known.line : null,
    ...(addition === undefined ? {} : { addition }),
    level,
    field: field === null ? null : checkText('field', field, 200),
    isRemoved: isRemoved ?? false,
  }
}

/** The number of the added degree whose correction stands on the line, counted from the first line after the text. */
function additionAt(line: number, corrections: TalentCorrections): number | undefined {
  const key = correctionLines(corrections)[line]?.key
  return corrections.education?.find((entry) => key === `education ${keyOfEducation(entry)}`)?.addition
}

function resolveRole(
  { id, title, start, end, isCurrent }: NonNullable<TalentChange['roles']>[number],
  { roles }: TalentProfile,
): CorrectedRole {
  const role = roles.find((known) => known.id === id)
  if (!role) throw new InvalidChange(`roles: there is no role ${id}.`)
  const dates = { start: start === null ? null : checkDate(start), end: end === null ? null : checkDate(end) }
  const [from, to] = [dates.start ?? role.start, dates.end ?? (isCurrent === true ? null : role.end)]
  if (from !== null && to !== null && monthIndexOf({ value: to }) < monthIndexOf({ value: from }))
    throw new InvalidChange('roles: a role ends after it starts.')
  return {
    line: role.line,
    title: title === null ? null : checkText('title', title, 200),
    ...dates,
    isCurrent,
  }
}

function checkDate(value: string): string {
  if (!/^(?:19|20)\d\d(?:-(?:0[1-9]|1[0-2]))?$/.test(value))
    throw new InvalidChange('roles: write a date as 2023 or 2023-06.')
  return value
}

const yearsMax = 60

function resolveSkill(
  { name, years, isRemoved }: NonNullable<TalentChange['skills']>[number],
  { concepts }: TalentNames,
): CorrectedSkill {
  const label = checkText('skill', name, 100)
  if (years !== null && (years < 0 || years > yearsMax))
    throw new InvalidChange(`skills: years are from 0 to ${yearsMax}.`)
  const concept = concepts.find(label).find((found) => found.concept.kind === 'skill')?.concept
  const months = years === null ? null : Math.round(years * 12)
  return {
    concept: concept?.key ?? null,
    label: concept?.label ?? label,
    months,
    isRemoved: isRemoved ?? false,
  }
}
