// What a person corrects in the profile of a talent.
import { correctableFields } from '@gatehouse/talents/correct-talent'
import { enumInput, inputObject, inputs, listInput, optionalInput } from '../../schema/input.ts'
import { enumeration } from '../../schema/shape.ts'
import { educationLevelType, languageLevelType } from '../jobs/job-type.ts'

const correctableFieldType = enumeration(
  'TalentCorrectableField',
  'What a person can correct in the profile of a talent.',
  correctableFields,
)

const optionalText = optionalInput(inputs.string)
const flag = optionalInput(inputs.boolean)

const locationInput = inputObject(
  'TalentLocationInput',
  'A town and a country in words, such as "Cluj-Napoca, Romania".',
  { text: inputs.string, isRemoteOk: flag, canRelocate: flag },
)

const languageInput = inputObject(
  'TalentLanguageInput',
  'Adds, changes or removes a language, which is named by its code or in words.',
  { language: inputs.string, level: optionalInput(enumInput(languageLevelType)), isRemoved: flag },
)

const educationInput = inputObject(
  'TalentEducationInput',
  'Changes or removes the entry with this id; without an id it adds one.',
  {
    id: optionalText,
    level: optionalInput(enumInput(educationLevelType)),
    field: optionalText,
    isRemoved: flag,
  },
)

const roleInput = inputObject('TalentRoleInput', 'Changes a role. Dates are written as 2023 or 2023-06.', {
  id: inputs.string,
  title: optionalText,
  start: optionalText,
  end: optionalText,
  isCurrent: flag,
})

const skillInput = inputObject(
  'TalentSkillInput',
  'Adds a skill, states how long it was used, or removes it.',
  { name: inputs.string, years: optionalInput(inputs.float), isRemoved: flag },
)

export const correctTalentInput = inputObject(
  'CorrectTalentInput',
  'Corrections stay when the CV is read again. Omitted values keep their correction; `reset` returns to what was read, before the other values are applied. Ids are those of the talent as it was last shown.',
  {
    name: optionalText,
    headline: optionalText,
    location: optionalInput(locationInput),
    emails: optionalInput(listInput(inputs.string)),
    phones: optionalInput(listInput(inputs.string)),
    links: optionalInput(listInput(inputs.string)),
    languages: optionalInput(listInput(languageInput)),
    education: optionalInput(listInput(educationInput)),
    roles: optionalInput(listInput(roleInput)),
    skills: optionalInput(listInput(skillInput)),
    reset: optionalInput(listInput(enumInput(correctableFieldType))),
  },
)
