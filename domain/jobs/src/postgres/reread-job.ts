// Reads jobs again whose facts have the schema of an earlier release. Rules read the text, without a model, and
// corrections are applied.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Database } from '@gatehouse/schema/database'
import type { JobCorrections } from '../corrections/job-corrections.ts'
import type { JobPosting } from '../posting.ts'
import { builtInJobNames } from '../read-job-text.ts'
import { readPosting } from '../read/read-posting.ts'
import { type JobName, savePosting } from './completed-postings.ts'

/** Lists jobs of all companies, in any status, in the order of their keys. */
export async function listOutdatedJobs(
  postgres: Queryable,
  { after, limit }: { after: JobName | undefined; limit: number },
): Promise<JobName[]> {
  // The condition on the schema is that of job_facts_outdated_idx, word for word.
  const { rows } = await postgres.query<JobName>(
    `select company_id as "companyId", job_id as "jobId" from job_facts
      where (facts ->> 'schema') is distinct from 'job_facts/2'
        and ($1::uuid is null or (company_id, job_id) > ($1::uuid, $2::uuid))
      order by company_id, job_id
      limit $3`,
    [after?.companyId ?? null, after?.jobId ?? null, limit],
  )
  return rows
}

type OutdatedJob = { description_text: string; posting: JobPosting | null; corrections: JobCorrections }

/** A posting that is already stored is kept, because a model may have completed it. */
export async function rereadJob(database: Database, { companyId, jobId }: JobName): Promise<void> {
  const names = builtInJobNames()
  await database.transaction().execute(async (tx) => {
    const { rows } = await tx.query<OutdatedJob>(
      'select description_text, posting, corrections from jobs where company_id = $1 and id = $2 for update',
      [companyId, jobId],
    )
    const [job] = rows
    if (!job) return
    const posting = job.posting ?? readPosting(job.description_text, names)
    await savePosting(tx, { companyId, jobId }, { posting, corrections: job.corrections })
  })
}
