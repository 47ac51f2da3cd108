import type { Database, Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import type { JobCorrections } from '../corrections/job-corrections.ts'
import type { JobFacts } from '../job-facts.ts'
import type { JobMetadata } from '../metadata.ts'
import type { JobPosting } from '../posting.ts'
import type { Job } from '../job.ts'
import type { JobStatus } from './save-jobs.ts'

/** A job as its managers see it, in any status. */
export type ManagedJob = Job & {
  status: JobStatus
  /** The task that would complete what rules read, if an admin cancelled it. */
  cancelledTaskId: string | null
}

export type ManagedJobPage = {
  limit: number
  beforeId?: string | undefined
  status?: JobStatus | undefined
  /** Each of these words occurs in the title, in any letter case. */
  titleWords?: readonly string[] | undefined
}

/** Lists jobs newest first: ids sort by creation time. */
export async function listJobs(
  database: Database,
  companyId: string,
  { limit, beforeId, status, titleWords = [] }: ManagedJobPage,
): Promise<ManagedJob[]> {
  let query = selectJobs(database, companyId).orderBy('jobs.id', 'desc').limit(limit)
  if (beforeId !== undefined) query = query.where('jobs.id', '<', beforeId)
  if (status !== undefined) query = query.where('jobs.status', '=', status)
  for (const word of titleWords)
    query = query.where(sql<boolean>`strpos(lower(jobs.title), lower(${word})) > 0`)
  return (await query.execute()).map(toManagedJob)
}

export async function readJob(
  database: Database | Transaction,
  { companyId, jobId }: { companyId: string; jobId: string },
): Promise<ManagedJob | undefined> {
  const row = await selectJobs(database, companyId).where('jobs.id', '=', jobId).executeTakeFirst()
  return row && toManagedJob(row)
}

function selectJobs(database: Database, companyId: string) {
  return database
    .selectFrom('jobs')
    .leftJoin('job_facts', (join) =>
      join.onRef('job_facts.company_id', '=', 'jobs.company_id').onRef('job_facts.job_id', '=', 'jobs.id'),
    )
    .selectAll('jobs')
    .select(sql<JobFacts | null>`job_facts.facts`.as('facts'))
    .where('jobs.company_id', '=', companyId)
}

type JobRow = Awaited<ReturnType<ReturnType<typeof selectJobs>['executeTakeFirstOrThrow']>>

function toManagedJob(row: JobRow): ManagedJob {
  return {
    id: row.id,
    companyId: row.company_id,
    externalId: row.external_id,
    title: row.title,
    status: row.status,
    descriptionText: row.description_text,
    version: row.version,
    // The columns are written only by `save-jobs`, with these types.
    posting: row.posting as JobPosting | null,
    corrections: row.corrections as JobCorrections,
    metadata: row.metadata as JobMetadata,
    facts: row.facts,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    publishedAt: row.published_at,
    closesAt: row.closes_at,
    cancelledTaskId: row.cancelled_task_id,
  }
}
