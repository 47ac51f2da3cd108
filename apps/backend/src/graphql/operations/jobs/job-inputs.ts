// What a caller states about a job: its text, its own data, and corrections of what was read.
import { correctableFields } from '@gatehouse/jobs/change-corrections'
import { checkMetadata } from '@gatehouse/jobs/metadata'
import { badRequest } from '../../graphql-faults.ts'
import { type Input, enumInput, inputObject, inputs, listInput, optionalInput } from '../../schema/input.ts'
import { enumeration } from '../../schema/shape.ts'
import {
  educationLevelType,
  employmentType,
  importanceType,
  languageLevelType,
  openJobStatusType,
  requirementCategoryType,
  salaryPeriodType,
  seniorityType,
  workplaceType,
} from './job-type.ts'

const textLengthMax = 500

/** A text of a line: not blank, and short. */
const shortText = checked(inputs.string, (text) => {
  const isShort = text.trim() !== '' && text.length <= textLengthMax
  return isShort ? undefined : `A text has from 1 to ${textLengthMax} characters.`
})
const years = checked(inputs.float, (count) =>
  count > 0 && count <= 50 ? undefined : 'minYears is more than 0 and at most 50.',
)
const amount = checked(inputs.float, (value) =>
  value >= 0 && value <= 1e12 ? undefined : 'An amount is at least 0.',
)
const currencyCode = checked(inputs.string, (code) =>
  /^[A-Z]{3}$/.test(code) ? undefined : 'currency is a code of three letters, such as EUR.',
)
const countryCode = checked(inputs.string, (code) =>
  /^[A-Z]{2}$/.test(code) ? undefined : 'country is a code of two letters, such as DE.',
)
const languageCode = checked(inputs.string, (code) =>
  /^[a-z]{2,3}$/.test(code) ? undefined : 'language is a code of two letters, such as de.',
)

function checked<T>({ type, read }: Input<T>, problemOf: (value: T) => string | undefined): Input<T> {
  return {
    type,
    read(given) {
      const value = read(given)
      const problem = problemOf(value)
      if (problem !== undefined) throw badRequest(problem)
      return value
    },
  }
}

const salaryInput = inputObject('JobSalaryInput', 'The pay that the job offers.', {
  min: optionalInput(amount),
  max: optionalInput(amount),
  currency: optionalInput(currencyCode),
  period: optionalInput(enumInput(salaryPeriodType)),
  isGross: optionalInput(inputs.boolean),
})

const placeInput = inputObject('JobPlaceInput', 'A place of work; country is its code of two letters.', {
  text: shortText,
  country: optionalInput(countryCode),
})

const requirementChangeInput = inputObject(
  'RequirementCorrectionInput',
  'Changes or drops a requirement, which is named by its id, or all requirements of a line. Omitted values stay as read.',
  {
    id: optionalInput(inputs.string),
    line: optionalInput(inputs.int),
    importance: optionalInput(enumInput(importanceType)),
    minYears: optionalInput(years),
    educationLevel: optionalInput(enumInput(educationLevelType)),
    languageLevel: optionalInput(enumInput(languageLevelType)),
    isDropped: optionalInput(inputs.boolean),
  },
)

const addedRequirementInput = inputObject(
  'AddedRequirementInput',
  'A requirement that the text does not state.',
  {
    text: shortText,
    importance: enumInput(importanceType),
    category: enumInput(requirementCategoryType),
    minYears: optionalInput(years),
    educationLevel: optionalInput(enumInput(educationLevelType)),
    educationField: optionalInput(shortText),
    language: optionalInput(languageCode),
    languageLevel: optionalInput(enumInput(languageLevelType)),
  },
)

const correctableFieldType = enumeration(
  'JobCorrectableField',
  'What a person can correct in a read job.',
  correctableFields,
)
const unsettableFieldType = enumeration('JobUnsettableField', 'What a posting can state nothing about.', [
  'workplace',
  'employmentTypes',
  'seniority',
  'salary',
  'locations',
  'employer',
])

const correctionsInput = inputObject(
  'JobCorrectionsInput',
  'Corrections of what was read. They stay when the text is read again; those of a requirement stay with its words. Omitted values keep their correction, `unset` says that the job states nothing, and `reset` returns to what was read.',
  {
    workplace: optionalInput(enumInput(workplaceType)),
    employmentTypes: optionalInput(listInput(enumInput(employmentType))),
    seniority: optionalInput(enumInput(seniorityType)),
    salary: optionalInput(salaryInput),
    locations: optionalInput(listInput(placeInput)),
    employer: optionalInput(shortText),
    requirements: optionalInput(listInput(requirementChangeInput)),
    added: optionalInput(listInput(addedRequirementInput)),
    unset: optionalInput(listInput(enumInput(unsettableFieldType))),
    reset: optionalInput(listInput(enumInput(correctableFieldType))),
  },
)

const metadataInput = { type: inputs.json.type, read: checkMetadata }

export const createJobInput = inputObject(
  'CreateJobInput',
  'A draft by default. The text is read: its requirements, and the terms of the job.',
  {
    title: inputs.string,
    descriptionText: inputs.string,
    status: optionalInput(enumInput(openJobStatusType)),
    externalId: optionalInput(inputs.string),
    closesAt: optionalInput(inputs.time),
    metadata: optionalInput(metadataInput),
    corrections: optionalInput(correctionsInput),
  },
)

export const updateJobInput = inputObject(
  'UpdateJobInput',
  'Omitted values stay unchanged; metadata is replaced as a whole. Pass the version that was read to detect concurrent changes.',
  {
    title: optionalInput(inputs.string),
    descriptionText: optionalInput(inputs.string),
    status: optionalInput(enumInput(openJobStatusType)),
    externalId: optionalInput(inputs.string),
    closesAt: optionalInput(inputs.time),
    metadata: optionalInput(metadataInput),
    corrections: optionalInput(correctionsInput),
    version: optionalInput(inputs.int),
  },
)
