// A job as the API shows it: what was read from its text, with the corrections of a person, each with its line.
import { applyCorrections, correctedIds } from '@gatehouse/jobs/job-corrections'
import type { ManagedJob } from '@gatehouse/jobs/list-jobs'
import { type JobMatching, readJobMatching } from '@gatehouse/matching/read-job-matching'
import { openJobStatuses } from '@gatehouse/jobs/manage-jobs'
import {
  type JobPosting,
  type PostingApply,
  type PostingPlace,
  type PostingRequirement,
  type PostingSalary,
  type Stated,
  employmentTypes,
  importances,
  postingCategories,
  salaryPeriods,
  seniorities,
  workplaces,
} from '@gatehouse/jobs/posting'
import { educationLevels, languageLevels } from '@gatehouse/reading/levels'
import { unknownId } from '../../graphql-faults.ts'
import type { OperationDeps } from '../../operation-context.ts'
import { jobMatchingType } from '../matching/match-type.ts'
import { definePage } from '../../schema/page.ts'
import {
  type ObjectField,
  type Shape,
  defineObject,
  enumeration,
  field,
  listOf,
  optional,
  shapes,
} from '../../schema/shape.ts'

export const jobStatusType = enumeration('JobStatus', 'The state of a job.', [
  ...openJobStatuses,
  'CLOSED',
  'EXPIRED',
])

export const openJobStatusType = enumeration(
  'OpenJobStatus',
  'The states that can be set: only active jobs are matched and shown to API clients.',
  openJobStatuses,
)

export const importanceType = enumeration('Importance', 'How important a requirement is.', importances)
export const requirementCategoryType = enumeration(
  'RequirementCategory',
  'What kind of thing a requirement asks for.',
  postingCategories,
)
export const workplaceType = enumeration('Workplace', 'Where the work is done.', workplaces)
export const seniorityType = enumeration('Seniority', 'The level that the title states.', seniorities)
export const employmentType = enumeration(
  'EmploymentType',
  'The working time or kind of contract.',
  employmentTypes,
)
export const salaryPeriodType = enumeration('SalaryPeriod', 'The time that a salary is for.', salaryPeriods)
export const educationLevelType = enumeration('EducationLevel', 'Ascending.', educationLevels)
export const languageLevelType = enumeration(
  'LanguageLevel',
  'The levels of the CEFR scale, and native.',
  languageLevels,
)

const line = optional(shapes.int)

function stated<T>(name: string, shape: Shape<T>): Shape<Stated<T>> {
  const description = 'A value with its line in descriptionText, from 0; null if a person entered it.'
  return defineObject<Stated<T>>(name, description, {
    value: field(shape, (one) => one.value),
    line: field(line, (one) => one.line),
  })
}

const statedText = stated('StatedText', shapes.string)
const statedNumber = stated('StatedNumber', shapes.float)
const statedFlag = stated('StatedFlag', shapes.boolean)

const requirementType = defineObject<PostingRequirement & { isCorrected: boolean }>(
  'JobRequirement',
  'A requirement of a job. Ids belong to one reading of the text; corrections stay with its words.',
  {
    id: field(shapes.id, (one) => one.id),
    category: field(requirementCategoryType, (one) => one.category),
    importance: field(importanceType, (one) => one.importance),
    text: field(shapes.string, (one) => one.text),
    line: field(line, (one) => one.line),
    minYears: field(optional(shapes.float), (one) => one.minYears),
    educationLevel: field(optional(educationLevelType), (one) => one.education?.level ?? null),
    educationField: field(optional(shapes.string), (one) => one.education?.field ?? null),
    language: field(optional(shapes.string), (one) => one.language?.code ?? null),
    languageLevel: field(optional(languageLevelType), (one) => one.language?.level ?? null),
    isCorrected: field(shapes.boolean, (one) => one.isCorrected),
  },
)

const placeType = defineObject<PostingPlace>('JobPlace', 'A place of work.', {
  text: field(shapes.string, (place) => place.text),
  country: field(optional(shapes.string), (place) => place.country),
  line: field(line, (place) => place.line),
})

const salaryType = defineObject<PostingSalary>('JobSalary', 'The pay, as stated.', {
  min: field(optional(shapes.float), (salary) => salary.min),
  max: field(optional(shapes.float), (salary) => salary.max),
  currency: field(optional(shapes.string), (salary) => salary.currency),
  period: field(optional(salaryPeriodType), (salary) => salary.period),
  isGross: field(optional(shapes.boolean), (salary) => salary.isGross),
  line: field(line, (salary) => salary.line),
})

const applyType = defineObject<PostingApply>('JobApplication', 'How to apply.', {
  text: field(shapes.string, (apply) => apply.text),
  url: field(optional(shapes.string), (apply) => apply.url),
  email: field(optional(shapes.string), (apply) => apply.email),
  line: field(line, (apply) => apply.line),
})

export type ShownJob = ManagedJob & {
  shown: JobPosting | null
  corrected: ReadonlySet<string>
  /** Read on demand, once for all jobs of an answer. */
  readMatching: () => Promise<ReadonlyMap<string, JobMatching>>
}

/** Jobs of one company. */
export function toShownJobs(databases: OperationDeps['databases'], jobs: readonly ManagedJob[]): ShownJob[] {
  let reading: Promise<ReadonlyMap<string, JobMatching>> | undefined
  const [first] = jobs
  const readMatching = () =>
    (reading ??= readJobMatching(
      databases.of(first?.companyId ?? ''),
      first?.companyId ?? '',
      jobs.map(({ id }) => id),
    ))
  return jobs.map((job) => Object.assign(toShownPosting(job), { readMatching }))
}

function toShownPosting(job: ManagedJob): Omit<ShownJob, 'readMatching'> {
  const { posting, corrections } = job
  return {
    ...job,
    shown: posting && applyCorrections(posting, corrections),
    corrected: posting ? correctedIds(posting, corrections) : new Set(),
  }
}

const toLines = (lines: JobPosting['benefits'] | undefined) =>
  (lines ?? []).map(({ text, line: number }) => ({ value: text, line: number }))

type ShownPosting = Pick<ShownJob, 'shown' | 'corrected'>

const postingFields: Readonly<Record<string, ObjectField<ShownPosting>>> = {
  language: field(optional(shapes.string), ({ shown }) => shown?.language ?? null),
  employer: field(optional(statedText), ({ shown }) => shown?.employer ?? null),
  department: field(optional(statedText), ({ shown }) => shown?.department ?? null),
  summary: field(optional(statedText), ({ shown }) => shown?.summary ?? null),
  seniority: field(
    optional(stated('StatedSeniority', seniorityType)),
    ({ shown }) => shown?.seniority ?? null,
  ),
  employmentTypes: field(
    listOf(stated('StatedEmploymentType', employmentType)),
    ({ shown }) => shown?.employmentTypes ?? [],
    { usualLength: 1 },
  ),
  workplace: field(
    optional(stated('StatedWorkplace', workplaceType)),
    ({ shown }) => shown?.workplace ?? null,
  ),
  onsiteDaysPerWeek: field(optional(statedNumber), ({ shown }) => shown?.onsiteDaysPerWeek ?? null),
  locations: field(listOf(placeType), ({ shown }) => shown?.locations ?? [], { usualLength: 1 }),
  salary: field(optional(salaryType), ({ shown }) => shown?.salary ?? null),
  requirements: field(
    listOf(requirementType),
    ({ shown, corrected }) =>
      (shown?.requirements ?? []).map((one) => Object.assign({ isCorrected: corrected.has(one.id) }, one)),
    { usualLength: 8 },
  ),
  responsibilities: field(listOf(statedText), ({ shown }) => toLines(shown?.responsibilities), {
    usualLength: 6,
  }),
  benefits: field(listOf(statedText), ({ shown }) => toLines(shown?.benefits), { usualLength: 5 }),
  apply: field(optional(applyType), ({ shown }) => shown?.apply ?? null),
  openings: field(optional(statedNumber), ({ shown }) => shown?.openings ?? null),
  travelPercent: field(optional(statedNumber), ({ shown }) => shown?.travelPercent ?? null),
  visaSponsorship: field(optional(statedFlag), ({ shown }) => shown?.visaSponsorship ?? null),
}

export const jobType = defineObject<ShownJob>('Job', 'A position that a company wants to fill.', {
  id: field(shapes.id, (job) => job.id),
  externalId: field(optional(shapes.string), (job) => job.externalId),
  title: field(shapes.string, (job) => job.title),
  status: field(jobStatusType, (job) => job.status),
  descriptionText: field(shapes.string, (job) => job.descriptionText),
  ...postingFields,
  matching: field(jobMatchingType, async ({ id, readMatching }) => {
    const matching = (await readMatching()).get(id)
    if (!matching) throw unknownId()
    return matching
  }),
  metadata: field(shapes.json, (job) => job.metadata),
  version: field(shapes.int, (job) => job.version),
  createdAt: field(shapes.time, (job) => job.createdAt),
  updatedAt: field(shapes.time, (job) => job.updatedAt),
  publishedAt: field(optional(shapes.time), (job) => job.publishedAt),
  closesAt: field(optional(shapes.time), (job) => job.closesAt),
  cancelledTaskId: field(optional(shapes.id), (job) => job.cancelledTaskId),
})

export const jobPageType = definePage('JobConnection', 'A page of jobs.', jobType)

export const jobPreviewType = defineObject<ShownPosting>(
  'JobPreview',
  'What would be read from the text of a job. Lines are those of the text, from 0.',
  {
    title: field(optional(shapes.string), ({ shown }) => shown?.title || null),
    ...postingFields,
  },
)
