// Jobs whose best talents are still to be judged. When the model is available, they return to the match queue, a few at
// a time; matching them again costs no model call for talents that were judged before.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { judgedPerJobMax } from '../../pipeline/match-store.ts'

// About as long as a breaker stays open, and long enough that a talent who changes several times in a busy minute is
// judged once.
const dueAfterSeconds = 60

export async function enqueueUnjudged(
  tx: Queryable,
  companyId: string,
  jobIds: readonly string[],
): Promise<void> {
  if (jobIds.length === 0) return
  await tx.query(
    `insert into judge_queue (company_id, job_id, due_at)
     select $1, j.id, now() + make_interval(secs => $3) from unnest($2::uuid[]) as j (id) order by j.id
     on conflict do nothing`,
    [companyId, jobIds, dueAfterSeconds],
  )
}

/** Enqueues the jobs for which any of these matches is now among the best. */
export async function enqueueNewBest(
  tx: Queryable,
  companyId: string,
  matches: readonly { jobId: string; talentId: string }[],
): Promise<void> {
  if (matches.length === 0) return
  await tx.query(
    `insert into judge_queue (company_id, job_id, due_at)
     select distinct $1::uuid, m.job_id, now() + make_interval(secs => $4)
       from unnest($2::uuid[], $3::uuid[]) as k (job_id, talent_id)
       join matches m on m.company_id = $1 and m.job_id = k.job_id and m.talent_id = k.talent_id
      where m.judgement <> 'JUDGED' and m.points >= coalesce((
              select points from matches
               where company_id = $1 and job_id = k.job_id
               order by points desc, talent_id
              offset $5 - 1 limit 1), 0)
      order by m.job_id
     on conflict do nothing`,
    [
      companyId,
      matches.map(({ jobId }) => jobId),
      matches.map(({ talentId }) => talentId),
      dueAfterSeconds,
      judgedPerJobMax,
    ],
  )
}

/**
 * Moves due jobs into the match queue. Jobs of companies whose model work is on hold stay: matching them again would
 * change nothing until they can be judged.
 */
export async function takeUnjudged(postgres: Queryable, jobsMax: number): Promise<number> {
  const { rows } = await postgres.query<{ taken: number }>(
    `with taken as (
       delete from judge_queue q
        using (select company_id, job_id from judge_queue w
                where due_at <= now()
                  and not exists (select from companies c where c.id = w.company_id and c.suspended_at is not null)
                  and not exists (select from company_allowances a
                                   where a.company_id = w.company_id and a.model_work_waits_until > now())
                order by due_at limit $1 for update skip locked) due
        where q.company_id = due.company_id and q.job_id = due.job_id
       returning q.company_id, q.job_id
     ), enqueued as (
       select enqueue_match_subjects('JOB', array_agg(company_id), array_agg(job_id)) from taken having count(*) > 0
     )
     select count(*)::int as taken, (select count(*) from enqueued) from taken`,
    [jobsMax],
  )
  return rows[0]?.taken ?? 0
}
