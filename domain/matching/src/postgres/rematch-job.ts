import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { Fault } from '@gatehouse/runtime/fault'
import type { Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { scorerVersion } from '../score/match-score.ts'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    matching: 'matching.job_inactive'
  }
}

/** Queues an active job to be matched again, also one that could not be matched. Returns false for an unknown job. */
export async function rematchJob(
  tx: Transaction,
  { companyId, jobId }: { companyId: string; jobId: string },
): Promise<boolean> {
  const job = await tx
    .selectFrom('jobs')
    .select('status')
    .where('company_id', '=', companyId)
    .where('id', '=', jobId)
    .forUpdate()
    .executeTakeFirst()
  if (!job) return false
  if (job.status !== 'ACTIVE') throw jobInactive()
  await sql`select enqueue_match_subjects('JOB', array[${companyId}::uuid], array[${jobId}::uuid])`.execute(
    tx,
  )
  return true
}

/**
 * Queues jobs of all companies that an earlier version of the scoring rules has matched, a limited number. Those that are
 * queued already are left out, also those that have failed: they wait for their next change.
 */
export async function rematchOutdatedJobs(postgres: Queryable, jobsMax = 500): Promise<void> {
  await postgres.query(
    `select enqueue_match_subjects('JOB', array_agg(company_id), array_agg(job_id))
       from (select company_id, job_id from job_index i
              where (scorer_version is null or scorer_version < $1)
                and not exists (select from match_queue q
                                 where q.subject = 'JOB' and q.company_id = i.company_id and q.subject_id = i.job_id)
              limit $2) as outdated
     having count(*) > 0`,
    [scorerVersion, jobsMax],
  )
}

function jobInactive(): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'matching.job_inactive',
    publicMessage: 'Only active jobs are matched. Activate the job first.',
  })
}
