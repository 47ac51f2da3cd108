import type { Queryable } from '@gatehouse/postgres/create-postgres'

export const matchingStatuses = ['INACTIVE', 'WAITING', 'IN_PROGRESS', 'FAILED', 'MATCHED'] as const

export type MatchingStatus = (typeof matchingStatuses)[number]

/** How current the matches of a job are, and what is queued that may change them. */
export type MatchingState = {
  status: MatchingStatus
  /** Null if the job has never been matched. */
  lastMatchedAt: Date | null
  /** New or changed talents of the company that have not been compared with its jobs, counted up to 10,000. */
  talentsWaiting: number
  /** Whether a model is still to judge some of the best matches. */
  isJudgementWaiting: boolean
  /** Queued work continues only while the generator is set to run. */
  isGeneratorRunning: boolean
}

const talentsCountMax = 10_000

type StateRow = {
  is_active: boolean
  matched_at: Date | null
  is_queued: boolean
  is_in_batch: boolean
  has_failed: boolean
  talents_waiting: number
  is_judgement_waiting: boolean
  is_generator_running: boolean
}

/** Returns undefined if the company has no such job. */
export async function readMatchingState(
  postgres: Queryable,
  { companyId, jobId }: { companyId: string; jobId: string },
): Promise<MatchingState | undefined> {
  const { rows } = await postgres.query<StateRow>({
    name: 'read-matching-state',
    text: `
      select j.status = 'ACTIVE' as is_active, i.matched_at,
             q.subject_id is not null as is_queued,
             q.batch_id is not null as is_in_batch,
             coalesce(q.failures >= 5, false) as has_failed,
             (select count(*) from (
                select from match_queue
                 where subject = 'TALENT' and company_id = $1 and failures < 5
                 limit $3) as t)::int as talents_waiting,
             exists (select from judge_queue where company_id = $1 and job_id = $2) as is_judgement_waiting,
             exists (select from match_generator where desired = 'RUNNING') as is_generator_running
        from jobs j
        left join job_index i on i.company_id = j.company_id and i.job_id = j.id
        left join match_queue q on q.subject = 'JOB' and q.company_id = j.company_id and q.subject_id = j.id
       where j.company_id = $1 and j.id = $2`,
    values: [companyId, jobId, talentsCountMax],
  })
  const [row] = rows
  return (
    row && {
      status: matchingStatusOf(row),
      lastMatchedAt: row.matched_at,
      talentsWaiting: row.talents_waiting,
      isJudgementWaiting: row.is_judgement_waiting,
      isGeneratorRunning: row.is_generator_running,
    }
  )
}

type StatusRow = Pick<StateRow, 'is_active' | 'is_queued' | 'is_in_batch' | 'has_failed'>

export function matchingStatusOf({
  is_active,
  is_queued,
  is_in_batch,
  has_failed,
}: StatusRow): MatchingStatus {
  if (!is_active) return 'INACTIVE'
  if (is_in_batch) return 'IN_PROGRESS'
  if (has_failed) return 'FAILED'
  return is_queued ? 'WAITING' : 'MATCHED'
}
