// What a match was worth at any time, and what made it so.
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

/** The newest first. */
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

export type ScoreLogUpkeep = { created: string[]; dropped: string[] }

// The law asks for half a year of logs of such a system (Regulation (EU) 2024/1689, article 26).
const monthsKept = 7
const monthsAhead = 2

export async function maintainScoreLog(postgres: Queryable): Promise<ScoreLogUpkeep> {
  const { rows: months } = await postgres.query<{ month: string; is_new: boolean }>(
    `select to_char(m.month, 'YYYY-MM') as month, create_score_log_month(m.month) as is_new
       from (select (date_trunc('month', now() at time zone 'UTC') + make_interval(months => step))::date as month
               from generate_series(-1, $1) as step) m`,
    [monthsAhead],
  )
  // Names come from the catalogue and have one shape, so they can stand in a statement.
  const { rows: old } = await postgres.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'match_score_log'::regclass and c.relname ~ '^match_score_log_[0-9]{4}m[0-9]{2}$'
        and to_date(right(c.relname, 7), 'YYYY"m"MM')
            < date_trunc('month', now() at time zone 'UTC') - make_interval(months => $1)
      order by 1`,
    [monthsKept],
  )
  for (const { name } of old) await postgres.query(`drop table ${name}`)
  return {
    created: months.filter(({ is_new: isNew }) => isNew).map(({ month }) => month),
    dropped: old.map(({ name }) => name),
  }
}
