import { readActiveJobFacts } from '@gatehouse/jobs/read-jobs'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Shards } from '@gatehouse/postgres/shards'
import { readActiveFacts, readFactLines } from '@gatehouse/talents/read-talents'
import { loadConcepts } from '@gatehouse/vocabulary/load-concepts'
import { readSpecificity } from '@gatehouse/vocabulary/term-counts'
import type { MatchReader } from '../pipeline/match-store.ts'
import type { Candidate, SearchTerm } from '../retrieve/choose-pool.ts'
import { type MatchKey, strengthOfImpact } from '../retrieve/match-keys.ts'
import { readVerdicts, storeVerdicts } from './judge/stored-verdicts.ts'

// Only the first entries of each posting list are read, in index order, so the cost depends on the number of look-ups,
// not on the length of the lists. A talent missed in one list may still appear in others; scoring then uses all its
// facts.
const jobsPerKeyMax = 50
const jobsPerTalentMax = 200

const findCandidatesStatement = {
  name: 'find-candidates',
  text: `
    select p.talent_id, array_agg(k.place) as places, array_agg(p.impact) as impacts
      from unnest($2::text[], $3::int[], $4::int[]) as k (key, talents_max, place)
      cross join lateral (
        select talent_id, impact from talent_postings
         where company_id = $1 and key = k.key
         order by impact desc, talent_id desc
         limit k.talents_max
      ) p
     group by p.talent_id`,
}

const readStrengthsStatement = {
  name: 'read-strengths',
  text: `
    select i.talent_id, array_agg(k.place) as places, array_agg(p.impact) as impacts
      from talent_index i
      cross join lateral unnest(i.keys, i.impacts) as p (key, impact)
      join unnest($3::text[], $4::int[]) as k (key, place) on k.key = p.key
     where i.company_id = $1 and i.talent_id = any ($2)
     group by i.talent_id`,
}

// A job that a talent is already matched with is always re-evaluated, even if it no longer ranks among the best.
const retrieveJobsStatement = {
  name: 'retrieve-jobs',
  text: `
    select t.talent_id, j.job_id
      from (select distinct talent_id from unnest($2::uuid[]) as k (talent_id)) t
      cross join lateral (
        (select p.job_id
           from unnest($2::uuid[], $3::text[], $4::int[]) as k (talent_id, key, strength)
           cross join lateral (
             select job_id, impact from job_postings
              where company_id = $1 and key = k.key
              order by impact desc, job_id desc
              limit $5
           ) p
          where k.talent_id = t.talent_id
          group by p.job_id
          order by sum(k.strength::bigint * p.impact) desc, p.job_id
          limit $6)
        union
        select job_id from matches where company_id = $1 and talent_id = t.talent_id
      ) j
     order by 1, 2`,
}

/** Names and document frequencies are the same for all companies. */
export function createMatchReader(shards: Shards<Queryable>): MatchReader {
  return {
    readTalents: (companyId, ids) => readActiveFacts(shards.of(companyId), companyId, ids),
    readJobs: (companyId, ids) => readActiveJobFacts(shards.of(companyId), companyId, ids),
    readFactLines: (companyId, talents) => readFactLines(shards.of(companyId), companyId, talents),
    readConcepts: (texts) => loadConcepts(shards.directory, texts),
    readSpecificity: (terms) => readSpecificity(shards.directory, terms),
    findCandidates: (companyId, terms) => findCandidates(shards.of(companyId), companyId, terms),
    async readStrengths(companyId, talentIds, terms) {
      const { rows } = await shards.of(companyId).query<CandidateRow>({
        ...readStrengthsStatement,
        values: [companyId, talentIds, terms.map(({ key }) => key), terms.map((_, place) => place)],
      })
      return rows.map((row) => toCandidate(row, terms))
    },
    retrieveJobs: (companyId, talents) => retrieveJobs(shards.of(companyId), companyId, talents),
    async readLastKept(companyId, jobIds) {
      const { rows } = await shards.of(companyId).query<{ job_id: string; last_kept_points: number }>(
        `select job_id, last_kept_points from job_index
          where company_id = $1 and job_id = any ($2) and last_kept_points is not null`,
        [companyId, jobIds],
      )
      return new Map(rows.map((row) => [row.job_id, row.last_kept_points]))
    },
    readVerdicts: (companyId, keys) => readVerdicts(shards.of(companyId), keys),
    storeVerdicts: (judged, verdicts) => storeVerdicts(shards.of(judged.companyId), judged, verdicts),
  }
}

async function findCandidates(
  postgres: Queryable,
  companyId: string,
  terms: readonly SearchTerm[],
): Promise<Candidate[]> {
  const { rows } = await postgres.query<CandidateRow>({
    ...findCandidatesStatement,
    values: [
      companyId,
      terms.map(({ key }) => key),
      terms.map(({ talentsMax }) => talentsMax),
      terms.map((_, place) => place),
    ],
  })
  return rows.map((row) => toCandidate(row, terms))
}

/** `places` are those of the terms in the search. */
type CandidateRow = { talent_id: string; places: number[]; impacts: number[] }

function toCandidate(
  { talent_id: id, places, impacts }: CandidateRow,
  terms: readonly SearchTerm[],
): Candidate {
  const strengths = terms.map(() => 0)
  for (const [index, place] of places.entries()) strengths[place] = strengthOfImpact(impacts[index] ?? 0)
  return { id, strengths }
}

async function retrieveJobs(
  postgres: Queryable,
  companyId: string,
  talents: ReadonlyMap<string, readonly MatchKey[]>,
): Promise<Map<string, string[]>> {
  const flat = [...talents].flatMap(([id, keys]) => keys.map(({ key, impact }) => ({ id, key, impact })))
  const { rows } = await postgres.query<{ talent_id: string; job_id: string }>({
    ...retrieveJobsStatement,
    values: [
      companyId,
      flat.map(({ id }) => id),
      flat.map(({ key }) => key),
      flat.map(({ impact }) => impact),
      jobsPerKeyMax,
      jobsPerTalentMax,
    ],
  })
  const found = new Map<string, string[]>([...talents.keys()].map((id) => [id, []]))
  for (const row of rows) found.get(row.talent_id)?.push(row.job_id)
  return found
}
