// Adds two jobs to the demo company, so that an uploaded CV has something to match.
import { demoCompany } from '@gatehouse/companies/seed-demo-company'
import { createJob } from '@gatehouse/jobs/manage-jobs'
import { oneShard } from '@gatehouse/postgres/shards'
import { createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import { type SeedDeps, seededBy } from './seed-deps.ts'

const demoJobs = [
  {
    externalId: 'demo-backend-engineer',
    title: 'Backend Engineer',
    descriptionText: `We build the software with which logistics companies plan their routes.

Requirements:
- 5 years of experience with Node.js and TypeScript
- PostgreSQL
- Kubernetes
- Bachelor's degree in Computer Science

Responsibilities:
- Design and run the services behind our planning API
- Review code and mentor colleagues`,
  },
  {
    externalId: 'demo-nurse',
    title: 'Registered Nurse, Intensive Care',
    descriptionText: `Our intensive care unit has 24 beds and looks after patients around the clock.

Requirements:
- Registered nurse
- 2 years of experience in intensive care
- Ventilation of patients
- Shift work

Responsibilities:
- Care for two patients per shift
- Document treatment and medication`,
  },
]

/** Adds each job once: jobs that a developer has changed or closed stay as they are. */
export async function seedJobs(deps: SeedDeps): Promise<void> {
  const { companyId } = demoCompany
  const known = await deps.database
    .selectFrom('jobs')
    .select('external_id')
    .where('company_id', '=', companyId)
    .execute()
  const missing = demoJobs.filter(({ externalId }) => !known.some((job) => job.external_id === externalId))
  if (missing.length === 0) return
  const databases = oneShard(deps.database)
  const jobDeps = { ...deps, databases, names: createRuleVocabulary(), jobQueue: undefined }
  const none = { closesAt: null, metadata: null, corrections: null }
  for (const job of missing) {
    await createJob(jobDeps, { ...job, ...none, companyId, status: 'ACTIVE' }, seededBy)
  }
  deps.print(`added ${missing.length} demo jobs`)
}
