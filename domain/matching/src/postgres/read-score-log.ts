import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Judgement } from '../pipeline/match-store.ts'
import { bandOfPoints } from '../score/choose-band.ts'
import { formatPoints } from '../score/explain-match.ts'
import type { Band } from '../score/match-score.ts'

export type LoggedScore = {
  scoredAt: Date
  score: string
  band: Band
  /** In ten-thousandths. */
  coverage: number
  judgement: Judgement
  /** Whether the facts of the job, or of the talent, differ from those of the score before; false for the first score. */
  hasJobChanged: boolean
  hasTalentChanged: boolean
}

type LogRow = {
  scored_at: Date
  points: number
  coverage: number
  judgement: Judgement
  has_job_changed: boolean
  has_talent_changed: boolean
}

/** Newest first. Returns undefined if the company has no such job or talent. */
export async function readScoreLog(
  postgres: Queryable,
  {
    companyId,
    jobId,
    talentId,
    limit,
  }: { companyId: string; jobId: string; talentId: string; limit: number },
): Promise<LoggedScore[] | undefined> {
  const { rows: found } = await postgres.query<{ is_known: boolean }>(
    `select exists (select from jobs where company_id = $1 and id = $2)
            and exists (select from talents where company_id = $1 and id = $3) as is_known`,
    [companyId, jobId, talentId],
  )
  if (!found[0]?.is_known) return undefined
  const { rows } = await postgres.query<LogRow>(
    `select scored_at, points, coverage, judgement,
            coalesce(job_hash <> lag(job_hash) over former, false) as has_job_changed,
            coalesce(talent_hash <> lag(talent_hash) over former, false) as has_talent_changed
       from (select * from match_score_log
              where company_id = $1 and job_id = $2 and talent_id = $3
              order by scored_at desc
              -- One more, with which the last one is compared.
              limit $4 + 1) as logged
     window former as (order by scored_at)
      order by scored_at desc
      limit $4`,
    [companyId, jobId, talentId, limit],
  )
  return rows.map((row) => ({
    scoredAt: row.scored_at,
    score: formatPoints(row.points),
    band: bandOfPoints(row.points),
    coverage: row.coverage,
    judgement: row.judgement,
    hasJobChanged: row.has_job_changed,
    hasTalentChanged: row.has_talent_changed,
  }))
}
