import { updateJob as update } from '@gatehouse/jobs/manage-jobs'
import { defineMutation } from '../../schema/define-operation.ts'
import { enumInput, inputObject, inputs, optionalInput } from '../../schema/input.ts'
import { auditActor } from '../audit-origin.ts'
import { checkJobText } from './check-job-text.ts'
import { jobType, openJobStatusType } from './job-type.ts'

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

export const updateJob = defineMutation({
  name: 'updateJob',
  description:
    'Changes a job that is not closed. Its requirements are read again, and matched again if they differ.',
  inputs: { companyId: inputs.id, jobId: inputs.id, input: updateJobInput },
  returns: jobType,
  cost: 50,
  async resolve(context, { companyId, jobId, input: change }) {
    checkJobText(change.descriptionText)
    return update(context.deps, { companyId, jobId }, { change, by: await auditActor(context) })
  },
})
