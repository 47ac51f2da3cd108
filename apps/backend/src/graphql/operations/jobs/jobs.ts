import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { listJobs, type ManagedJob, readJob } from '@gatehouse/jobs/list-jobs'
import { closeJob, createJob, updateJob } from '@gatehouse/jobs/manage-jobs'
import { rematchJob } from '@gatehouse/matching/rematch-job'
import { readPosting } from '@gatehouse/jobs/read-posting'
import { badRequest, unknownId } from '../../graphql-faults.ts'
import type { OperationDeps } from '../../operation-context.ts'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { enumInput, inputs, optionalInput } from '../../schema/input.ts'
import { pageInputs, takePage } from '../../schema/page.ts'
import { auditActor } from '../audit.ts'
import { createJobInput, updateJobInput } from './job-inputs.ts'
import {
  type ShownJob,
  jobPageType,
  jobPreviewType,
  jobStatusType,
  jobType,
  toShownJobs,
} from './job-type.ts'

// Longer than any posting seen so far, and shorter than the request body limit.
const textLengthMax = 50_000
const titleWordsLengthMax = 200

export const jobOperations: readonly Operation[] = [
  defineQuery({
    name: 'jobs',
    description:
      'The jobs of the company, newest first, including inactive ones; with titleWords those whose title contains all of these words, in any letter case.',
    inputs: {
      companyId: inputs.id,
      status: optionalInput(enumInput(jobStatusType)),
      titleWords: optionalInput(inputs.string),
      ...pageInputs,
    },
    returns: jobPageType,
    cost: 20,
    // A job has a text of up to 50,000 characters and up to 200 requirements.
    rowCost: 10,
    resolve({ deps }, { companyId, status, titleWords, ...page }) {
      if ((titleWords?.length ?? 0) > titleWordsLengthMax)
        throw badRequest(`titleWords has at most ${titleWordsLengthMax} characters.`, 'titleWords')
      const words = titleWords?.split(/\s+/).filter((word) => word !== '')
      const filter = { status: status ?? undefined, titleWords: words }
      return takePage(page, async (wanted) =>
        toShownJobs(
          deps.databases,
          await listJobs(deps.databases.of(companyId), companyId, { ...wanted, ...filter }),
        ),
      )
    },
  }),
  defineQuery({
    name: 'job',
    description: 'A job in any status, with what was read from its text.',
    inputs: { companyId: inputs.id, jobId: inputs.id },
    returns: jobType,
    cost: 20,
    async resolve({ deps }, name) {
      const job = await readJob(deps.databases.of(name.companyId), name)
      if (!job) throw unknownId()
      return toShownJob(deps, job)
    },
  }),
  defineQuery({
    name: 'previewJob',
    description:
      'What rules would read from the text of a job, without storing it. A model may add to it after the job is created.',
    inputs: { companyId: inputs.id, text: inputs.string },
    returns: jobPreviewType,
    cost: 100,
    resolve({ deps }, { text }) {
      checkJobText(text, 'text')
      return { shown: readPosting(text, deps.names), corrected: new Set<string>() }
    },
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
      return toShownJob(context.deps, await createJob(context.deps, job, await auditActor(context)))
    },
  }),
  defineMutation({
    name: 'updateJob',
    description:
      'Changes a job that is not closed. A changed text is read again; corrections stay. The job is matched again if its requirements differ.',
    inputs: { companyId: inputs.id, jobId: inputs.id, input: updateJobInput },
    returns: jobType,
    cost: 50,
    async resolve(context, { companyId, jobId, input: change }) {
      checkJobText(change.descriptionText)
      const by = await auditActor(context)
      return toShownJob(context.deps, await updateJob(context.deps, { companyId, jobId }, { change, by }))
    },
  }),
  defineMutation({
    name: 'closeJob',
    description: 'Closes a job permanently. Idempotent.',
    inputs: { companyId: inputs.id, jobId: inputs.id },
    returns: jobType,
    resolve: async (context, name) =>
      toShownJob(context.deps, await closeJob(context.deps, name, await auditActor(context))),
  }),
  defineMutation({
    name: 'rematchJob',
    description:
      'Queues an active job to be matched again, also one that could not be matched. CONFLICT if it is not active.',
    inputs: { companyId: inputs.id, jobId: inputs.id },
    returns: jobType,
    cost: 50,
    async resolve(context, name) {
      const { databases, ids } = context.deps
      const by = await auditActor(context)
      const job = await databases
        .of(name.companyId)
        .transaction()
        .execute(async (tx) => {
          if (!(await rematchJob(tx, name))) throw unknownId()
          const subject = { kind: 'job', id: name.jobId }
          await recordAuditEntry(ids, tx, {
            ...by,
            companyId: name.companyId,
            action: 'job.rematch',
            subject,
          })
          return readJob(tx, name)
        })
      if (!job) throw unknownId()
      return toShownJob(context.deps, job)
    },
  }),
]

function toShownJob({ databases }: Pick<OperationDeps, 'databases'>, job: ManagedJob): ShownJob {
  const [shown] = toShownJobs(databases, [job])
  if (!shown) throw unknownId()
  return shown
}

function checkJobText(text: string | null, input = 'input.descriptionText'): void {
  if (text !== null && text.length > textLengthMax)
    throw badRequest(`The text of a job has at most ${textLengthMax} characters.`, input)
}
