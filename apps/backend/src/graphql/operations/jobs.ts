import type { Requirement } from '@gatehouse/jobs/job-facts'
import { type ManagedJob, listJobs } from '@gatehouse/jobs/list-jobs'
import { closeJob, createJob, openJobStatuses, updateJob } from '@gatehouse/jobs/manage-jobs'
import { badRequest } from '../graphql-faults.ts'
import { type Operation, defineMutation, defineQuery } from '../schema/define-operation.ts'
import { enumInput, inputObject, inputs, optionalInput } from '../schema/input.ts'
import { definePage, pageInputs, takePage } from '../schema/page.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../schema/shape.ts'
import { auditActor } from './audit.ts'

const jobStatusType = enumeration('JobStatus', 'The state of a job.', [
  ...openJobStatuses,
  'CLOSED',
  'EXPIRED',
])

const openJobStatusType = enumeration(
  'OpenJobStatus',
  'The states that can be set: only active jobs are matched and shown to API clients.',
  openJobStatuses,
)

const requirementType = defineObject<Requirement>(
  'JobRequirement',
  'A requirement of a job, as read from its text.',
  {
    id: field(shapes.id, (requirement) => requirement.id),
    category: field(shapes.string, (requirement) => requirement.category),
    importance: field(shapes.string, (requirement) => requirement.importance),
    text: field(shapes.string, (requirement) => requirement.text),
    line: field(shapes.int, (requirement) => requirement.line),
  },
)

const jobType = defineObject<ManagedJob>('Job', 'A position that a company wants to fill.', {
  id: field(shapes.id, (job) => job.id),
  externalId: field(optional(shapes.string), (job) => job.externalId),
  title: field(shapes.string, (job) => job.title),
  status: field(jobStatusType, (job) => job.status),
  descriptionText: field(shapes.string, (job) => job.descriptionText),
  requirements: field(listOf(requirementType), (job) => job.facts?.requirements ?? []),
  version: field(shapes.int, (job) => job.version),
  createdAt: field(shapes.time, (job) => job.createdAt),
  updatedAt: field(shapes.time, (job) => job.updatedAt),
  publishedAt: field(optional(shapes.time), (job) => job.publishedAt),
  closesAt: field(optional(shapes.time), (job) => job.closesAt),
})

const jobPageType = definePage('JobConnection', 'A page of jobs.', jobType)

const createJobInput = inputObject(
  'CreateJobInput',
  'A draft by default. The list items in the text become the requirements.',
  {
    title: inputs.string,
    descriptionText: inputs.string,
    status: optionalInput(enumInput(openJobStatusType)),
    externalId: optionalInput(inputs.string),
    closesAt: optionalInput(inputs.time),
  },
)

const updateJobInput = inputObject(
  'UpdateJobInput',
  'Omitted values stay unchanged. Pass the version that was read to detect concurrent changes.',
  {
    title: optionalInput(inputs.string),
    descriptionText: optionalInput(inputs.string),
    status: optionalInput(enumInput(openJobStatusType)),
    externalId: optionalInput(inputs.string),
    closesAt: optionalInput(inputs.time),
    version: optionalInput(inputs.int),
  },
)

// Longer than any posting seen so far, and shorter than the request body limit.
const textLengthMax = 50_000

export const jobOperations: readonly Operation[] = [
  defineQuery({
    name: 'jobs',
    description: 'The jobs of the company, newest first, including inactive ones.',
    inputs: { companyId: inputs.id, status: optionalInput(enumInput(jobStatusType)), ...pageInputs },
    returns: jobPageType,
    cost: 20,
    // A job has a text of up to 50,000 characters and up to 120 requirements.
    rowCost: 10,
    resolve: ({ deps }, { companyId, status, ...page }) =>
      takePage(page, (wanted) =>
        listJobs(deps.database, companyId, { ...wanted, status: status ?? undefined }),
      ),
  }),
  defineMutation({
    name: 'createJob',
    description: 'Adds a job. The title is prepended to the text if the text does not begin with it.',
    inputs: { companyId: inputs.id, input: createJobInput },
    returns: jobType,
    cost: 50,
    async resolve(context, { companyId, input }) {
      checkJobText(input.descriptionText)
      const job = { ...input, companyId, status: input.status ?? 'DRAFT' }
      return createJob(context.deps, job, await auditActor(context))
    },
  }),
  defineMutation({
    name: 'updateJob',
    description:
      'Changes a job that is not closed. Its requirements are read again, and matched again if they differ.',
    inputs: { companyId: inputs.id, jobId: inputs.id, input: updateJobInput },
    returns: jobType,
    cost: 50,
    async resolve(context, { companyId, jobId, input: change }) {
      checkJobText(change.descriptionText)
      return updateJob(context.deps, { companyId, jobId }, { change, by: await auditActor(context) })
    },
  }),
  defineMutation({
    name: 'closeJob',
    description: 'Closes a job permanently. Idempotent.',
    inputs: { companyId: inputs.id, jobId: inputs.id },
    returns: jobType,
    resolve: async (context, name) => closeJob(context.deps, name, await auditActor(context)),
  }),
]

function checkJobText(text: string | null): void {
  if (text !== null && text.length > textLengthMax)
    throw badRequest(`The text of a job has at most ${textLengthMax} characters.`)
}
