// The history of a match's scores, with what each score was computed from.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { VerifiedVerdict } from '../judge/judge.ts'
import type { Judgement } from '../pipeline/match-store.ts'

export type LoggedScore = {
  scoredAt: Date
  points: number
  coverage: number
  jobHash: Buffer
  talentHash: Buffer
  scorerVersion: number
  judgement: Judgement
  verdicts: readonly VerifiedVerdict[]
}

/** Newest first. */
export async function readScoreLog(
  postgres: Queryable,
  { companyId, jobId, talentId }: { companyId: string; jobId: string; talentId: string },
): Promise<LoggedScore[]> {
  const { rows } = await postgres.query<LoggedScore>(
    `select scored_at as "scoredAt", points, coverage, job_hash as "jobHash", talent_hash as "talentHash",
            scorer_version as "scorerVersion", judgement, verdicts
       from match_score_log where company_id = $1 and job_id = $2 and talent_id = $3
      order by scored_at desc limit 1000`,
    [companyId, jobId, talentId],
  )
  return rows
}
