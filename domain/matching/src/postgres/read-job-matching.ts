import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { rangeOf } from '../score/choose-band.ts'
import { type MatchingStatus, matchingStatusOf } from './read-matching-state.ts'

/** How current the matches of a job are, and how many it has, in short. */
export type JobMatching = {
  status: MatchingStatus
  /** Null if the job has never been matched. */
  lastMatchedAt: Date | null
  /** A job keeps its best hundred. */
  matchCount: number
  /** Matches that are good or excellent. */
  goodCount: number
}

type MatchingRow = {
  id: string
  is_active: boolean
  is_queued: boolean
  is_in_batch: boolean
  has_failed: boolean
  matched_at: Date | null
  match_count: number
  good_count: number
}

/** By the id of the job; ids that the company does not have are left out. */
export async function readJobMatching(
  postgres: Queryable,
  companyId: string,
  jobIds: readonly string[],
): Promise<Map<string, JobMatching>> {
  const [goodFrom] = rangeOf('good')
  const { rows } = await postgres.query<MatchingRow>({
    name: 'read-job-matching',
    text: `
      select j.id, j.status = 'ACTIVE' as is_active, i.matched_at,
             q.subject_id is not null as is_queued,
             q.batch_id is not null as is_in_batch,
             coalesce(q.failures >= 5, false) as has_failed,
             m.match_count, m.good_count
        from jobs j
        left join job_index i on i.company_id = j.company_id and i.job_id = j.id
        left join match_queue q on q.subject = 'JOB' and q.company_id = j.company_id and q.subject_id = j.id
        cross join lateral (
          select count(*)::int as match_count, (count(*) filter (where points >= $3))::int as good_count
            from matches where company_id = j.company_id and job_id = j.id) m
       where j.company_id = $1 and j.id = any ($2)`,
    values: [companyId, jobIds, goodFrom],
  })
  return new Map(
    rows.map((row) => [
      row.id,
      {
        status: matchingStatusOf(row),
        lastMatchedAt: row.matched_at,
        matchCount: row.match_count,
        goodCount: row.good_count,
      },
    ]),
  )
}
