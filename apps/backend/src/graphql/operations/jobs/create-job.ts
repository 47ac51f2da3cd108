import { createJob as create } from '@gatehouse/jobs/manage-jobs'
import { defineMutation } from '../../schema/define-operation.ts'
import { enumInput, inputObject, inputs, optionalInput } from '../../schema/input.ts'
import { auditActor } from '../audit-origin.ts'
import { checkJobText } from './check-job-text.ts'
import { jobType, openJobStatusType } from './job-type.ts'

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

export const createJob = defineMutation({
  name: 'createJob',
  description: 'Adds a job. The title is prepended to the text if the text does not begin with it.',
  inputs: { companyId: inputs.id, input: createJobInput },
  returns: jobType,
  cost: 50,
  async resolve(context, { companyId, input }) {
    checkJobText(input.descriptionText)
    const job = { ...input, companyId, status: input.status ?? 'DRAFT' }
    return create(context.deps, job, await auditActor(context))
  },
})
