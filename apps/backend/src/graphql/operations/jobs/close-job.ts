import { closeJob as close } from '@gatehouse/jobs/manage-jobs'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { auditActor } from '../audit-origin.ts'
import { jobType } from './job-type.ts'

export const closeJob = defineMutation({
  name: 'closeJob',
  description: 'Closes a job permanently. Idempotent.',
  inputs: { companyId: inputs.id, jobId: inputs.id },
  returns: jobType,
  resolve: async (context, name) => close(context.deps, name, await auditActor(context)),
})
