import { listJobs } from '@gatehouse/jobs/list-jobs'
import { defineQuery } from '../../schema/define-operation.ts'
import { enumInput, inputs, optionalInput } from '../../schema/input.ts'
import { definePage, pageInputs, takePage } from '../../schema/page.ts'
import { jobStatusType, jobType } from './job-type.ts'

const connectionType = definePage('JobConnection', 'A page of jobs.', jobType)

export const jobs = defineQuery({
  name: 'jobs',
  description: 'The jobs of the company, newest first, including inactive ones.',
  inputs: { companyId: inputs.id, status: optionalInput(enumInput(jobStatusType)), ...pageInputs },
  returns: connectionType,
  cost: 20,
  // A job has a text of up to 50,000 characters and up to 120 requirements.
  rowCost: 10,
  resolve: ({ deps }, { companyId, status, ...page }) =>
    takePage(page, (wanted) =>
      listJobs(deps.database, companyId, { ...wanted, status: status ?? undefined }),
    ),
})
