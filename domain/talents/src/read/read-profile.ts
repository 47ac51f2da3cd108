// Reads the profile of a talent from the text of a CV, by rules alone.
import { formatMonth } from '@gatehouse/reading/month-span'
import { withoutAbsent } from '../absence/absent-lines.ts'
import type { TalentProfile } from '../profile.ts'
import { type CvLines, readCvLines } from './cv-lines.ts'
import { readContact } from './read-contact.ts'
import { readEducation } from './read-education.ts'
import { readLanguages } from './read-languages.ts'
import { readLocation } from './location/read-location.ts'
import { readHeadline, readName, withoutName } from './read-person.ts'
import { readRoles } from './roles/read-roles.ts'
import { readSkills } from './read-skills.ts'
import type { TalentNames } from './talent-names.ts'

/** The month in which a text was submitted, which is what "present" means in it. */
export type YearMonth = { year: number; month: number }

export type ProfileContext = { asOf: YearMonth; names: TalentNames }

export function readProfile(text: string, context: ProfileContext): TalentProfile {
  return profileOfLines(text, readCvLines(text), context)
}

export function profileOfLines(
  text: string,
  { lines, flagged }: CvLines,
  { asOf, names }: ProfileContext,
): TalentProfile {
  const roles = readRoles(lines, { names, asOf: monthOf(asOf) })
  const name = readName(lines, names)
  const location = readLocation(lines, name, names)
  const shown = lines.map(withoutAbsent)
  return {
    schema: 'talent_profile/1',
    asOf: monthOf(asOf),
    name,
    headline: readHeadline(lines, name, names),
    roles: roles.map(({ role }) => role),
    skills: readSkills(shown, roles, names),
    education: readEducation(lines, names),
    languages: readLanguages(withoutName(shown, name), names.languages),
    location,
    contact: readContact(text, lines, location?.country ?? null),
    flagged,
  }
}

function monthOf({ year, month }: YearMonth): string {
  return formatMonth(year * 12 + month - 1)
}
