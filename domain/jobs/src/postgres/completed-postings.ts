// Reads a job that a model is to parse, and saves what the parse completed.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { hashFacts } from '@gatehouse/vocabulary/facts-hash'
import type { JobCorrections } from '../corrections/job-corrections.ts'
import type { JobPosting } from '../posting.ts'
import { deriveFacts } from './derive-facts.ts'

export type JobName = { companyId: string; jobId: string }
export type JobToParse = { descriptionText: string; posting: JobPosting | null }

/** Returns undefined if the company has no such job, or it is closed. */
export async function readJobToParse(
  postgres: Queryable,
  { companyId, jobId }: JobName,
): Promise<JobToParse | undefined> {
  const { rows } = await postgres.query<{ description_text: string; posting: JobPosting | null }>(
    `select description_text, posting from jobs
      where company_id = $1 and id = $2 and status in ('DRAFT', 'ACTIVE', 'PAUSED')`,
    [companyId, jobId],
  )
  const [row] = rows
  return row && { descriptionText: row.description_text, posting: row.posting }
}

/**
 * Saves a posting and the facts that follow from it and from the corrections at this moment. Returns false if the text
 * has changed since it was read: the change has enqueued a parse of its own.
 */
export async function saveCompletedPosting(
  tx: Queryable,
  { companyId, jobId }: JobName,
  { descriptionText, posting }: { descriptionText: string; posting: JobPosting },
): Promise<boolean> {
  const { rows } = await tx.query<{ corrections: JobCorrections }>(
    `select corrections from jobs
      where company_id = $1 and id = $2 and description_text = $3 and status in ('DRAFT', 'ACTIVE', 'PAUSED')
        for update`,
    [companyId, jobId, descriptionText],
  )
  const [job] = rows
  if (!job) return false
  // The task of an earlier version may have been cancelled.
  await tx.query(
    'update jobs set cancelled_task_id = null where company_id = $1 and id = $2 and cancelled_task_id is not null',
    [companyId, jobId],
  )
  await savePosting(tx, { companyId, jobId }, { posting, corrections: job.corrections })
  return true
}

/** The version of the job stays, because its company has not changed it. The caller has locked the job. */
export async function savePosting(
  tx: Queryable,
  { companyId, jobId }: JobName,
  { posting, corrections }: { posting: JobPosting; corrections: JobCorrections },
): Promise<void> {
  const facts = await deriveFacts(tx, posting, corrections)
  await tx.query(
    `update jobs set posting = $3, updated_at = now()
      where company_id = $1 and id = $2 and posting is distinct from $3::jsonb`,
    [companyId, jobId, JSON.stringify(posting)],
  )
  await tx.query(
    `update job_facts set facts = $3, facts_hash = $4, updated_at = now()
      where company_id = $1 and job_id = $2 and facts_hash <> $4`,
    [companyId, jobId, JSON.stringify(facts), hashFacts(facts)],
  )
}
