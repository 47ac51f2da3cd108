// Writes the result of a batch in the transaction that finishes it: the index, the matches, and the queues of jobs to be
// judged or matched again.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import {
  type BatchResult,
  type IndexedSubject,
  type Match,
  matchesPerJobMax,
} from '../pipeline/match-store.ts'
import { enqueueNewBest, enqueueUnjudged } from './judge/judge-queue.ts'
import type { MatchKey } from '../retrieve/match-keys.ts'
import { scorerVersion } from '../score/match-score.ts'

export async function writeBatch(tx: Queryable, companyId: string, result: BatchResult): Promise<void> {
  const unindexed = await listMatchesOfUnindexed(tx, companyId, result.talents)
  const dropped = [...result.dropped, ...unindexed]
  const touched = [...result.jobs.map(({ id }) => id), ...result.kept.map(({ jobId }) => jobId)]
  await lockJobs(tx, companyId, [...touched, ...dropped.map(({ jobId }) => jobId)])
  await indexSubjects(tx, 'talent', { companyId, subjects: result.talents })
  await indexSubjects(tx, 'job', { companyId, subjects: result.jobs })
  await recordScorer(tx, companyId, result.jobs)
  await replaceMatches(tx, companyId, result.jobs)
  const shortened = await dropMatches(tx, companyId, dropped)
  await upsertMatches(tx, companyId, result.kept)
  const incomplete = await keepBest(tx, companyId, [...new Set([...touched, ...shortened])])
  await enqueueJobs(tx, companyId, incomplete)
  await enqueueUnjudged(tx, companyId, result.unjudgedIds)
  await enqueueNewBest(tx, companyId, result.kept)
}

/**
 * Returns the result without talents who were deleted while the batch was running: its tables have no foreign key that would
 * refuse them. The others cannot be deleted before the transaction ends; a deletion waits for it, and then removes what
 * it wrote.
 */
export async function leaveOutDeleted(
  tx: Queryable,
  companyId: string,
  result: BatchResult,
): Promise<BatchResult> {
  const matches = [...result.kept, ...result.jobs.flatMap((job) => job.matches)]
  const named = new Set([...result.talents.map(({ id }) => id), ...matches.map(({ talentId }) => talentId)])
  const { rows } = await tx.query<{ id: string }>(
    'select id from talents where company_id = $1 and id = any ($2) order by id for key share',
    [companyId, [...named]],
  )
  const known = new Set(rows.map(({ id }) => id))
  const isKnown = ({ talentId }: Match) => known.has(talentId)
  return {
    ...result,
    talents: result.talents.filter(({ id }) => known.has(id)),
    jobs: result.jobs.map(({ id, entry, matches: all }) => ({ id, entry, matches: all.filter(isKnown) })),
    kept: result.kept.filter(isKnown),
  }
}

/** Concurrent batches of talents may touch the same jobs: locking the jobs in one order prevents deadlocks. */
async function lockJobs(tx: Queryable, companyId: string, jobIds: readonly string[]): Promise<void> {
  await tx.query(
    `select from job_index where company_id = $1 and job_id = any ($2) order by job_id for update`,
    [companyId, jobIds],
  )
}

type Side = 'talent' | 'job'
const statements = { talent: indexStatements('talent'), job: indexStatements('job') } as const

/** Replaces the postings and index entries of the subjects. */
async function indexSubjects(
  tx: Queryable,
  side: Side,
  { companyId, subjects }: { companyId: string; subjects: readonly IndexedSubject[] },
): Promise<void> {
  if (subjects.length === 0) return
  const { removePostings, removeEntries, addEntries, addPostings } = statements[side]
  const ids = subjects.map(({ id }) => id)
  await tx.query(removePostings, [companyId, ids])
  await tx.query(removeEntries, [companyId, ids])
  const entries = subjects.flatMap(({ id, entry }) => (entry ? [{ id, ...entry }] : []))
  if (entries.length === 0) return
  await tx.query(addEntries, [
    companyId,
    entries.map(({ id }) => id),
    entries.map(({ factsHash }) => factsHash),
    entries.map(({ keys }) => toArrayText(keys.map(({ key }) => key))),
    entries.map(({ keys }) => toArrayText(keys.map(({ impact }) => String(impact)))),
  ])
  const postings = entries.flatMap(({ id, keys }) => keys.map((key: MatchKey) => ({ id, ...key })))
  await tx.query(addPostings, [
    companyId,
    postings.map(({ key }) => key),
    postings.map(({ impact }) => impact),
    postings.map(({ id }) => id),
  ])
}

function indexStatements(side: Side) {
  const id = `${side}_id`
  return {
    removePostings: `
      delete from ${side}_postings p
       using ${side}_index i, unnest(i.keys, i.impacts) as k (key, impact)
       where i.company_id = $1 and i.${id} = any ($2)
         and p.company_id = $1 and p.key = k.key and p.impact = k.impact and p.${id} = i.${id}`,
    removeEntries: `delete from ${side}_index where company_id = $1 and ${id} = any ($2)`,
    addEntries: `
      insert into ${side}_index (company_id, ${id}, facts_hash, keys, impacts)
      select $1, e.id, e.hash, e.keys::text[], e.impacts::int[]
        from unnest($2::uuid[], $3::bytea[], $4::text[], $5::text[]) as e (id, hash, keys, impacts)`,
    addPostings: `
      insert into ${side}_postings (company_id, key, impact, ${id})
      select $1, p.key, p.impact, p.id from unnest($2::text[], $3::int[], $4::uuid[]) as p (key, impact, id)`,
  }
}

async function recordScorer(tx: Queryable, companyId: string, jobs: BatchResult['jobs']): Promise<void> {
  if (jobs.length === 0) return
  await tx.query('update job_index set scorer_version = $3 where company_id = $1 and job_id = any ($2)', [
    companyId,
    jobs.map(({ id }) => id),
    scorerVersion,
  ])
}

/** Encodes an array as text, because Postgres requires the inner arrays of a nested array to have equal lengths. */
function toArrayText(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`
}

async function replaceMatches(tx: Queryable, companyId: string, jobs: BatchResult['jobs']): Promise<void> {
  for (const { id, matches } of jobs) {
    await tx.query(
      'delete from matches where company_id = $1 and job_id = $2 and talent_id <> all ($3::uuid[])',
      [companyId, id, matches.map(({ talentId }) => talentId)],
    )
  }
  await upsertMatches(
    tx,
    companyId,
    jobs.flatMap((job) => job.matches),
  )
}

/** Returns the jobs that had one of the matches. */
async function dropMatches(
  tx: Queryable,
  companyId: string,
  dropped: BatchResult['dropped'],
): Promise<string[]> {
  if (dropped.length === 0) return []
  const { rows } = await tx.query<{ job_id: string }>(
    `delete from matches m using unnest($2::uuid[], $3::uuid[]) as d (job_id, talent_id)
      where m.company_id = $1 and m.job_id = d.job_id and m.talent_id = d.talent_id
     returning m.job_id`,
    [companyId, dropped.map(({ jobId }) => jobId), dropped.map(({ talentId }) => talentId)],
  )
  return rows.map((row) => row.job_id)
}

async function listMatchesOfUnindexed(
  tx: Queryable,
  companyId: string,
  talents: readonly IndexedSubject[],
): Promise<BatchResult['dropped']> {
  const gone = talents.filter(({ entry }) => entry === null).map(({ id }) => id)
  if (gone.length === 0) return []
  const { rows } = await tx.query<{ job_id: string; talent_id: string }>(
    'select job_id, talent_id from matches where company_id = $1 and talent_id = any ($2)',
    [companyId, gone],
  )
  return rows.map((row) => ({ jobId: row.job_id, talentId: row.talent_id }))
}

async function upsertMatches(tx: Queryable, companyId: string, matches: readonly Match[]): Promise<void> {
  if (matches.length === 0) return
  await tx.query(
    // Only changes are logged: an unchanged score was computed from the same inputs.
    `with changed as (
     insert into matches (company_id, job_id, talent_id, points, coverage, job_hash, talent_hash, scorer_version, judgement, verdicts)
     select $1, m.job_id, m.talent_id, m.points, m.coverage, m.job_hash, m.talent_hash, $2, m.judgement, m.verdicts
       from unnest($3::uuid[], $4::uuid[], $5::int[], $6::int[], $7::bytea[], $8::bytea[], $9::match_judgement[], $10::jsonb[])
            as m (job_id, talent_id, points, coverage, job_hash, talent_hash, judgement, verdicts)
      order by m.job_id, m.talent_id
     on conflict (company_id, job_id, talent_id) do update
       set points = excluded.points, coverage = excluded.coverage, job_hash = excluded.job_hash,
           talent_hash = excluded.talent_hash, scorer_version = excluded.scorer_version,
           judgement = excluded.judgement, verdicts = excluded.verdicts, computed_at = now()
       where (matches.points, matches.job_hash, matches.talent_hash, matches.scorer_version, matches.judgement, matches.verdicts)
             is distinct from
             (excluded.points, excluded.job_hash, excluded.talent_hash, excluded.scorer_version, excluded.judgement, excluded.verdicts)
     returning company_id, job_id, talent_id, points, coverage, job_hash, talent_hash, scorer_version, judgement, verdicts
     )
     insert into match_score_log (company_id, job_id, talent_id, points, coverage, job_hash, talent_hash, scorer_version, judgement, verdicts)
     select * from changed`,
    [
      companyId,
      scorerVersion,
      matches.map(({ jobId }) => jobId),
      matches.map(({ talentId }) => talentId),
      matches.map(({ points }) => points),
      matches.map(({ coverage }) => coverage),
      matches.map(({ jobHash }) => jobHash),
      matches.map(({ talentHash }) => talentHash),
      matches.map(({ judgement }) => judgement),
      matches.map(({ verdicts }) => JSON.stringify(verdicts)),
    ],
  )
}

/**
 * Deletes the matches beyond a job's hundredth and stores the points of the hundredth as its threshold, with the time at
 * which the list was last brought up to date. Returns the jobs that had a hundred matches and no longer have: talents below
 * the former threshold were not kept, so only matching the job again finds the next best.
 */
async function keepBest(tx: Queryable, companyId: string, jobIds: readonly string[]): Promise<string[]> {
  if (jobIds.length === 0) return []
  await tx.query(
    `delete from matches m
      using unnest($2::uuid[]) as t (job_id)
      cross join lateral (
        select talent_id from matches
         where company_id = $1 and job_id = t.job_id
         order by points desc, talent_id
        offset $3
      ) beyond
      where m.company_id = $1 and m.job_id = t.job_id and m.talent_id = beyond.talent_id`,
    [companyId, jobIds, matchesPerJobMax],
  )
  const { rows } = await tx.query<{ job_id: string }>(
    `with complete as (
       select job_id from job_index
        where company_id = $1 and job_id = any ($2) and last_kept_points is not null
     ), kept as (
       update job_index i
          set last_kept_points = (
            select points from matches
             where company_id = $1 and job_id = i.job_id
             order by points desc, talent_id
            offset $3 - 1 limit 1
          ), matched_at = clock_timestamp()
        where i.company_id = $1 and i.job_id = any ($2)
       returning job_id, last_kept_points
     )
     select job_id from kept join complete using (job_id) where last_kept_points is null`,
    [companyId, jobIds, matchesPerJobMax],
  )
  return rows.map((row) => row.job_id)
}

/** Requeues jobs whose best hundred were computed with talents who have been deleted since. */
export async function requeueShortened(
  tx: Queryable,
  companyId: string,
  { computed, result }: { computed: BatchResult; result: BatchResult },
): Promise<void> {
  const complete = new Set(
    computed.jobs.filter(({ matches }) => matches.length === matchesPerJobMax).map(({ id }) => id),
  )
  const shortened = result.jobs.filter(
    ({ id, matches }) => complete.has(id) && matches.length < matchesPerJobMax,
  )
  await enqueueJobs(
    tx,
    companyId,
    shortened.map(({ id }) => id),
  )
}

async function enqueueJobs(tx: Queryable, companyId: string, jobIds: readonly string[]): Promise<void> {
  if (jobIds.length === 0) return
  await tx.query(
    `select enqueue_match_subjects('JOB', array_agg($1::uuid), array_agg(j.id)) from unnest($2::uuid[]) as j (id)`,
    [companyId, jobIds],
  )
}
