import { updateJob as update } from '@gatehouse/jobs/manage-jobs'
import { defineMutation } from '../../schema/define-operation.ts'
import { enumInput, inputObject, inputs, optionalInput } from '../../schema/input.ts'
import { auditActor } from '../audit-origin.ts'
import { checkJobText } from './check-job-text.ts'
import { jobType, openJobStatusType } from './job-type.ts'

const updateJobInput = inputObject(
  'UpdateJobInput',
  'What is left out stays as it is. With the version that was read, a change of somebody else in between is noticed.',
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
    'Changes a job that is not closed. What it asks for is read anew, and matched anew if that differs.',
  inputs: { companyId: inputs.id, jobId: inputs.id, input: updateJobInput },
  returns: jobType,
  cost: 50,
  async resolve(context, { companyId, jobId, input: change }) {
    checkJobText(change.descriptionText)
    return update(context.deps, { companyId, jobId }, { change, by: await auditActor(context) })
  },
})
