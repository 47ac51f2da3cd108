import { Fault } from '@gatehouse/runtime/fault'
import type { Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'

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

function jobInactive(): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'matching.job_inactive',
    publicMessage: 'Only active jobs are matched. Activate the job first.',
  })
}
