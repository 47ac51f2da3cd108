// A talent as the API shows it: in a list its summary, alone its profile with the lines that state each value.
import type { ListedDocument } from '@gatehouse/documents/list-documents'
import type { MatchOfTalent } from '@gatehouse/matching/list-matches'
import type { ListedTalent } from '@gatehouse/talents/list-talents'
import {
  type ProfileContact,
  type ProfileEducation,
  type ProfileLanguage,
  type ProfileLocation,
  type ProfileRole,
  type ProfileSkill,
  experienceMonths,
} from '@gatehouse/talents/profile'
import type { TalentDetails } from '@gatehouse/talents/read-talent'
import { definePage } from '../../schema/page.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../../schema/shape.ts'
import { educationLevelType, languageLevelType } from '../jobs/job-type.ts'
import { talentMatchType } from '../matching/match-type.ts'
import { documentType } from './document-type.ts'

export const talentStatusType = enumeration('TalentStatus', 'Whether a talent is matched with jobs.', [
  'ACTIVE',
  'WITHDRAWN',
])

const text = optional(shapes.string)

export const talentType = defineObject<ListedTalent>(
  'Talent',
  'A candidate for the company’s jobs, in short.',
  {
    id: field(shapes.id, (talent) => talent.id),
    name: field(text, (talent) => talent.name),
    status: field(talentStatusType, (talent) => talent.status),
    headline: field(text, ({ summary }) => summary.headline),
    location: field(text, ({ summary }) => summary.location),
    currentRole: field(text, ({ summary }) => summary.currentRole),
    currentEmployer: field(text, ({ summary }) => summary.currentEmployer),
    topSkills: field(listOf(shapes.string), ({ summary }) => summary.topSkills),
    experienceMonths: field(optional(shapes.int), ({ summary }) => summary.experienceMonths),
    createdAt: field(shapes.time, (talent) => talent.created_at),
    updatedAt: field(shapes.time, (talent) => talent.updated_at),
  },
)

export const talentPageType = definePage('TalentConnection', 'A page of talents.', talentType)

type Line = { line: number; text: string; isCorrection: boolean }

const lineType = defineObject<Line>(
  'TalentLine',
  'A line of the CV, counted from 0, or one after them that states a correction.',
  {
    line: field(shapes.int, (one) => one.line),
    text: field(shapes.string, (one) => one.text),
    isCorrection: field(shapes.boolean, (one) => one.isCorrection),
  },
)

/** A part of a profile with the lines that state it. */
type Shown<T> = { value: T; lineAt(line: number): Line }

const locationType = defineObject<Shown<ProfileLocation>>('TalentLocation', 'Where a talent lives.', {
  text: field(shapes.string, ({ value }) => value.text),
  town: field(text, ({ value }) => value.town),
  country: field(text, ({ value }) => value.country),
  isRemoteOk: field(shapes.boolean, ({ value }) => value.isRemoteOk),
  canRelocate: field(shapes.boolean, ({ value }) => value.canRelocate),
  source: field(lineType, ({ value, lineAt }) => lineAt(value.line)),
})

const roleType = defineObject<Shown<ProfileRole>>('TalentRole', 'A position that a talent held.', {
  id: field(shapes.string, ({ value }) => value.id),
  title: field(text, ({ value }) => value.title),
  employer: field(text, ({ value }) => value.employer),
  start: field(text, ({ value }) => value.start),
  end: field(text, ({ value }) => value.end),
  isCurrent: field(shapes.boolean, ({ value }) => value.isCurrent),
  months: field(optional(shapes.int), ({ value }) => value.months),
  source: field(lineType, ({ value, lineAt }) => lineAt(value.line)),
  lastLine: field(shapes.int, ({ value }) => value.lastLine),
})

const skillType = defineObject<Shown<ProfileSkill>>(
  'TalentSkill',
  'A skill with the months of the roles that show it, and the month in which it was last used.',
  {
    name: field(shapes.string, ({ value }) => value.label),
    isKnown: field(shapes.boolean, ({ value }) => value.concept !== null),
    months: field(shapes.int, ({ value }) => value.months),
    lastUsed: field(text, ({ value }) => value.lastUsed),
    sources: field(listOf(lineType), ({ value, lineAt }) => value.lines.map(lineAt)),
  },
)

const educationType = defineObject<Shown<ProfileEducation>>(
  'TalentEducation',
  'A degree, an apprenticeship or a school.',
  {
    id: field(shapes.string, ({ value }) => value.id),
    degree: field(text, ({ value }) => value.degree),
    level: field(optional(educationLevelType), ({ value }) => value.level),
    field: field(text, ({ value }) => value.field),
    institution: field(text, ({ value }) => value.institution),
    year: field(optional(shapes.int), ({ value }) => value.year),
    source: field(lineType, ({ value, lineAt }) => lineAt(value.line)),
  },
)

const languageType = defineObject<Shown<ProfileLanguage>>(
  'TalentLanguage',
  'A language that a talent speaks.',
  {
    code: field(shapes.string, ({ value }) => value.code),
    level: field(optional(languageLevelType), ({ value }) => value.level),
    source: field(lineType, ({ value, lineAt }) => lineAt(value.line)),
  },
)

type ContactDetail = { value: string; e164?: string | null; line: number }

const contactDetailType = defineObject<Shown<ContactDetail>>(
  'TalentContactDetail',
  'A way to reach a talent.',
  {
    value: field(shapes.string, ({ value }) => value.value),
    e164: field(text, ({ value }) => value.e164 ?? null),
    source: field(lineType, ({ value, lineAt }) => lineAt(value.line)),
  },
)

const contactType = defineObject<Shown<ProfileContact>>(
  'TalentContact',
  'How to reach a talent. A phone number is completed (e164) if its country is known.',
  {
    emails: field(listOf(contactDetailType), ({ value, lineAt }) => shown(value.emails, lineAt)),
    phones: field(listOf(contactDetailType), ({ value, lineAt }) => shown(value.phones, lineAt)),
    links: field(listOf(contactDetailType), ({ value, lineAt }) => shown(value.links, lineAt)),
  },
)

function shown<T>(values: readonly T[], lineAt: Shown<T>['lineAt']): Shown<T>[] {
  return values.map((value) => ({ value, lineAt }))
}

type LineAt = Shown<unknown>['lineAt']

function linesOf({ lines, textLines }: TalentDetails): LineAt {
  return (line) => ({ line, text: lines[line] ?? '', isCorrection: line >= textLines })
}

/** Who a talent is. */
export const talentIdentityType = defineObject<TalentDetails>(
  'TalentIdentity',
  'The name of a talent and how to reach them.',
  {
    id: field(shapes.id, (talent) => talent.id),
    name: field(text, (talent) => talent.name),
    contact: field(contactType, (talent) => ({ value: talent.profile.contact, lineAt: linesOf(talent) })),
  },
)

/** A talent with short lists of what refers to them. */
export type ShownTalent = TalentDetails & {
  documents: readonly ListedDocument[]
  matches: readonly MatchOfTalent[]
}

export const talentDetailsType = defineObject<ShownTalent>(
  'TalentDetails',
  'What the CV of a talent says, with the corrections of people, and the lines that state it.',
  {
    id: field(shapes.id, (talent) => talent.id),
    name: field(text, (talent) => talent.name),
    status: field(talentStatusType, (talent) => talent.status),
    headline: field(text, ({ profile }) => profile.headline?.value ?? null),
    location: field(optional(locationType), (talent) => {
      const { location } = talent.profile
      return location && { value: location, lineAt: linesOf(talent) }
    }),
    contact: field(contactType, (talent) => ({ value: talent.profile.contact, lineAt: linesOf(talent) })),
    roles: field(listOf(roleType), (talent) => shown(talent.profile.roles, linesOf(talent))),
    skills: field(listOf(skillType), (talent) => shown(talent.profile.skills, linesOf(talent))),
    education: field(listOf(educationType), (talent) => shown(talent.profile.education, linesOf(talent))),
    languages: field(listOf(languageType), (talent) => shown(talent.profile.languages, linesOf(talent))),
    experienceMonths: field(optional(shapes.int), ({ profile }) => experienceMonths(profile)),
    flaggedLines: field(listOf(lineType), (talent) =>
      talent.profile.flagged.map(({ line }) => linesOf(talent)(line)),
    ),
    isCorrected: field(shapes.boolean, (talent) => talent.isCorrected),
    documents: field(listOf(documentType), (talent) => talent.documents, { usualLength: 2 }),
    matches: field(listOf(talentMatchType), (talent) => talent.matches, { usualLength: 10 }),
    createdAt: field(shapes.time, (talent) => talent.created_at),
    updatedAt: field(shapes.time, (talent) => talent.updated_at),
  },
)
