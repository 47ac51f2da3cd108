// What a person can correct, as data: the fields of the form, and how their values become the input of the mutation.
import { correctionTexts as texts, talentTexts } from '../../../../words/en/recruiting/talent.ts'
import type { BlindDetail } from '../blind-detail.ts'
import type { CorrectTalentVariables } from '../talent.generated.ts'

export type CorrectionInput = CorrectTalentVariables['input']

type CorrectionField = { name: string; label: string; hint?: string } & (
  | { type: 'text' | 'number'; value: string; isRequired?: boolean }
  | { type: 'check'; value: boolean }
  | { type: 'select'; value: string; options: readonly { value: string; label: string }[] }
)

type Correctable = keyof typeof texts.titles

export type Correction = {
  kind: Correctable
  fields: readonly CorrectionField[]
  build: (value: (name: string) => string) => CorrectionInput
  /** Set if what was read can be removed altogether. */
  removal?: CorrectionInput
}

/** An empty field is unknown. */
const orNull = (value: string) => (value.trim() === '' ? null : value.trim())

export function correctHeadline({ headline }: Pick<BlindDetail, 'headline'>): Correction {
  return {
    kind: 'headline',
    fields: [
      { name: 'headline', label: texts.headline, type: 'text', value: headline ?? '', isRequired: true },
    ],
    build: (value) => ({ headline: value('headline').trim() }),
  }
}

export function correctLocation(location: BlindDetail['location']): Correction {
  return {
    kind: 'location',
    fields: [
      {
        name: 'text',
        label: texts.location,
        hint: texts.locationHint,
        type: 'text',
        value: location?.text ?? '',
        isRequired: true,
      },
      { name: 'isRemoteOk', label: talentTexts.remote, type: 'check', value: location?.isRemoteOk ?? false },
      {
        name: 'canRelocate',
        label: talentTexts.relocate,
        type: 'check',
        value: location?.canRelocate ?? false,
      },
    ],
    build: (value) => ({
      location: {
        text: value('text').trim(),
        isRemoteOk: value('isRemoteOk') !== '',
        canRelocate: value('canRelocate') !== '',
      },
    }),
  }
}

export function correctRole(role: BlindDetail['roles'][number]): Correction {
  const { id, title, start, end, isCurrent } = role
  return {
    kind: 'roles',
    fields: [
      { name: 'title', label: texts.roleTitle, type: 'text', value: title ?? '' },
      { name: 'start', label: texts.start, hint: texts.dateHint, type: 'text', value: start ?? '' },
      { name: 'end', label: texts.end, hint: texts.dateHint, type: 'text', value: end ?? '' },
      { name: 'isCurrent', label: texts.isCurrent, type: 'check', value: isCurrent },
    ],
    build: (value) => ({
      roles: [
        {
          id,
          title: orNull(value('title')),
          start: orNull(value('start')),
          end: orNull(value('end')),
          isCurrent: value('isCurrent') !== '',
        },
      ],
    }),
  }
}

export function addSkill(): Correction {
  return {
    kind: 'skills',
    fields: [
      { name: 'name', label: texts.skillName, type: 'text', value: '', isRequired: true },
      { name: 'years', label: texts.years, hint: texts.yearsHint, type: 'number', value: '' },
    ],
    build: (value) => ({ skills: [{ name: value('name').trim(), years: yearsIn(value('years')) }] }),
  }
}

export function correctSkill(name: string, months: number): Correction {
  const years = months === 0 ? '' : String(Math.round(months / 1.2) / 10)
  return {
    kind: 'skills',
    fields: [{ name: 'years', label: texts.years, hint: texts.yearsHint, type: 'number', value: years }],
    build: (value) => ({ skills: [{ name, years: yearsIn(value('years')) }] }),
    removal: { skills: [{ name, isRemoved: true }] },
  }
}

function yearsIn(text: string): number | null {
  const years = Number(text)
  return text.trim() === '' || Number.isNaN(years) ? null : years
}

const unknown = { value: '', label: texts.unknownLevel }
const educationLevels = ['secondary', 'vocational', 'associate', 'bachelor', 'master', 'doctorate'] as const
const languageLevels = ['a1', 'a2', 'b1', 'b2', 'c1', 'c2', 'native'] as const

function educationFields(level: string, field: string): readonly CorrectionField[] {
  const options = [unknown, ...educationLevels.map((value) => ({ value, label: talentTexts.levels[value] }))]
  return [
    { name: 'level', label: texts.level, type: 'select', value: level, options },
    { name: 'field', label: texts.field, type: 'text', value: field },
  ]
}

export function addEducation(): Correction {
  return { kind: 'education', fields: educationFields('', ''), build: (value) => buildEducation(value) }
}

export function correctEducation({ id, level, field }: BlindDetail['education'][number]): Correction {
  return {
    kind: 'education',
    fields: educationFields(level ?? '', field ?? ''),
    build: (value) => buildEducation(value, id),
    removal: { education: [{ id, isRemoved: true }] },
  }
}

function buildEducation(value: (name: string) => string, id?: string): CorrectionInput {
  const level = educationLevels.find((one) => one === value('level')) ?? null
  return { education: [{ ...(id === undefined ? {} : { id }), level, field: orNull(value('field')) }] }
}

function levelField(level: string): CorrectionField {
  const options = [
    unknown,
    ...languageLevels.map((value) => ({ value, label: talentTexts.languageLevels[value] })),
  ]
  return { name: 'level', label: texts.level, type: 'select', value: level, options }
}

export function addLanguage(): Correction {
  return {
    kind: 'languages',
    fields: [
      {
        name: 'language',
        label: texts.language,
        hint: texts.languageHint,
        type: 'text',
        value: '',
        isRequired: true,
      },
      levelField(''),
    ],
    build: (value) => buildLanguage(value('language').trim(), value),
  }
}

export function correctLanguage(code: string, level: string | null): Correction {
  return {
    kind: 'languages',
    fields: [levelField(level ?? '')],
    build: (value) => buildLanguage(code, value),
    removal: { languages: [{ language: code, isRemoved: true }] },
  }
}

function buildLanguage(language: string, value: (name: string) => string): CorrectionInput {
  return { languages: [{ language, level: languageLevels.find((one) => one === value('level')) ?? null }] }
}
