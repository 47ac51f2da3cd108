// A database with any number of synthetic talents in the index, and matching passes over a fixed number of jobs.
import { oneShard } from '@gatehouse/postgres/shards'
import { saveJobs } from '@gatehouse/jobs/save-jobs'
import { createGeneratorStore } from '@gatehouse/matching/generator-store'
import type { Judge } from '@gatehouse/matching/judge'
import { matchJobs } from '@gatehouse/matching/match-jobs'
import { talentKeys } from '@gatehouse/matching/match-keys'
import { createMatchReader } from '@gatehouse/matching/match-reader'
import { createScorer } from '@gatehouse/matching/score-match'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { connectToDatabase, startDatabase } from '../../kit/servers.ts'
import { makeJob, makeTalent, specificityOf } from './synthetic-people.ts'

export type Pass = { jobs: number; pairs: number; rows: number; modelCalls: number; ms: number }

export type ScaleSetup = AsyncDisposable & {
  /** Adds talents up to this number. */
  growTo(talents: number): Promise<void>
  /** Marks every job as stale and matches it again, as the generator does. */
  pass(): Promise<Pass>
  /**
   * For each of the first jobs, the share of its twenty best stored matches that are also among the twenty best when
   * all talents are scored one by one. Of talents with equal points any is as good as another.
   */
  compareWithAll(jobs: number): Promise<number[]>
}

const chunk = 2_000
// Lines of the CV that a talent's facts refer to. Without them there would be nothing to judge, and no model would be
// called.
const sourceText = Array.from({ length: 6 }, (_, line) => `line ${line + 1} of what they did`).join('\n')
const ids = createIds(createSystemClock())

export async function openScaleSetup(jobs: number): Promise<ScaleSetup> {
  const scope = new AsyncDisposableStack()
  const server = await startDatabase(scope)
  const { pool: postgres } = connectToDatabase(scope, server.url, {
    queryTimeoutMs: 1_200_000,
    // Loading is not measured, so it runs without triggers and foreign-key checks.
    settings: {
      synchronous_commit: 'off',
      maintenance_work_mem: '512MB',
      session_replication_role: 'replica',
    },
  })
  const companyId = ids.uuid()
  await postgres.query('insert into companies (id, name) values ($1, $2)', [companyId, 'Scale'])
  const jobIds = Array.from({ length: jobs }, () => ids.uuid())
  await postgres.transaction((tx) =>
    saveJobs(
      tx,
      jobIds.map((id, index) => ({
        companyId,
        id,
        title: `Job ${index}`,
        status: 'ACTIVE',
        descriptionText: '',
        facts: makeJob(index),
      })),
    ),
  )
  let talents = 0
  return {
    async growTo(count) {
      await addTalents(postgres, companyId, { from: talents, to: count })
      talents = count
    },
    pass: () => runPass(postgres, companyId, jobIds),
    compareWithAll: (count) =>
      compareWithAll(postgres, { companyId, jobIds: jobIds.slice(0, count), talents }),
    [Symbol.asyncDispose]: () => scope.disposeAsync(),
  }
}

/**
 * Writes directly to the tables, without triggers and with the postings index built at the end: the passes over the
 * jobs are measured, not the loading.
 */
async function addTalents(
  postgres: Postgres,
  companyId: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await postgres.query('alter table talent_postings drop constraint talent_postings_pkey')
  for (let start = from; start < to; start += chunk) {
    const size = Math.min(chunk, to - start)
    const added = Array.from({ length: size }, (_, index) => ({
      id: ids.uuid(),
      facts: makeTalent(start + index),
    }))
    const entries = added.map(({ id, facts }) => ({ id, keys: talentKeys(facts, specificityOf) }))
    const postings = entries.flatMap(({ id, keys }) => keys.map(({ key, impact }) => ({ id, key, impact })))
    const talentIds = added.map(({ id }) => id)
    await postgres.query(
      'insert into talents (company_id, id, source_text) select $1, unnest($2::uuid[]), $3',
      [companyId, talentIds, sourceText],
    )
    await postgres.query(
      `insert into talent_facts (company_id, talent_id, facts, facts_hash)
       select $1, f.id, f.facts, sha256(f.id::text::bytea) from unnest($2::uuid[], $3::jsonb[]) as f (id, facts)`,
      [companyId, talentIds, added.map(({ facts }) => JSON.stringify(facts))],
    )
    await postgres.query(
      `insert into talent_index (company_id, talent_id, facts_hash, keys, impacts)
       select $1, (e->>'id')::uuid, sha256((e->>'id')::bytea), array(select k->>'key' from jsonb_array_elements(e->'keys') k),
              array(select (k->>'impact')::int from jsonb_array_elements(e->'keys') k)
         from jsonb_array_elements($2) e`,
      [companyId, JSON.stringify(entries)],
    )
    await postgres.query(
      `insert into talent_postings (company_id, key, impact, talent_id)
       select $1, p.key, p.impact, p.id from unnest($2::text[], $3::int[], $4::uuid[]) as p (key, impact, id)`,
      [
        companyId,
        postings.map(({ key }) => key),
        postings.map(({ impact }) => impact),
        postings.map(({ id }) => id),
      ],
    )
  }
  await postgres.query('alter table talent_postings add primary key (company_id, key, impact, talent_id)')
  await postgres.query('analyze talent_postings, talent_index, talent_facts, talents')
}

async function runPass(postgres: Postgres, companyId: string, jobIds: readonly string[]): Promise<Pass> {
  let modelCalls = 0
  const judge: Judge = {
    version: ids.uuid(),
    isReady: () => true,
    async judge() {
      modelCalls += 1
      return { kind: 'judged', verdicts: [] }
    },
  }
  const store = createGeneratorStore({ shards: oneShard(postgres), ids })
  await store.start({ kind: 'operator', id: 'proof' })
  await postgres.query(
    `insert into match_queue (subject, company_id, subject_id) select 'JOB', $1, unnest($2::uuid[]) on conflict do nothing`,
    [companyId, jobIds],
  )
  const deps = { reader: createMatchReader(oneShard(postgres)), judge }
  const startedMs = performance.now()
  let pairs = 0
  for (;;) {
    const claimed = await store.claim('proof')
    if (claimed.kind !== 'claimed') break
    const { batch } = claimed
    const result = await matchJobs(deps, batch.companyId, batch.subjectIds)
    pairs += result.scored
    await store.finish(batch, result, 1)
  }
  const ms = performance.now() - startedMs
  const { rows } = await postgres.query<{ count: number }>('select count(*)::int as count from matches')
  return { jobs: jobIds.length, pairs, rows: rows[0]?.count ?? 0, modelCalls, ms }
}

type Compared = { companyId: string; jobIds: readonly string[]; talents: number }

const bestCount = 20

async function compareWithAll(
  postgres: Postgres,
  { companyId, jobIds, talents }: Compared,
): Promise<number[]> {
  const compared = jobIds.map((_, index) => ({ score: createScorer(makeJob(index)), best: [] as number[] }))
  for (let index = 0; index < talents; index += 1) {
    const facts = makeTalent(index)
    for (const job of compared) {
      const { points } = job.score(facts)
      if (job.best.length < bestCount || points > (job.best.at(-1) ?? 0))
        job.best = [...job.best, points].sort((a, b) => b - a).slice(0, bestCount)
    }
  }
  return Promise.all(
    compared.map(async ({ best }, index) => {
      const { rows } = await postgres.query<{ points: number }>(
        'select points from matches where company_id = $1 and job_id = $2 order by points desc limit $3',
        [companyId, jobIds[index], bestCount],
      )
      return rows.filter(({ points }) => points >= (best.at(-1) ?? 0)).length / best.length
    }),
  )
}
