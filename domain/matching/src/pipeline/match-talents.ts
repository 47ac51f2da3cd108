// Processes one batch of talents: indexes each talent and finds the jobs that search for its keys, so that one changed
// talent costs a few hundred scores instead of a pass over all jobs.
import type { StoredJobFacts } from '@gatehouse/jobs/job-facts'
import type { StoredFacts } from '@gatehouse/talents/talent-facts'
import { type MatchKey, talentKeys } from '../retrieve/match-keys.ts'
import { type ScoreTalent, createScorer } from '../score/score-match.ts'
import { type MatchDeps, isCausedByFacts } from './match-jobs.ts'
import { mapInTurns } from './map-in-turns.ts'
import type { BatchResult, IndexedSubject, Match } from './match-store.ts'

export async function matchTalents(
  { reader }: MatchDeps,
  companyId: string,
  talentIds: readonly string[],
): Promise<BatchResult> {
  const active = await reader.readTalents(companyId, talentIds)
  const specificityOf = await reader.readSpecificity(
    active.flatMap(({ facts }) => facts.terms.map(({ term }) => term)),
  )
  const keysOf = new Map<string, readonly MatchKey[]>()
  const failedIds: string[] = []
  for (const { id, facts } of active) {
    try {
      keysOf.set(id, talentKeys(facts, specificityOf))
    } catch (thrown) {
      if (!isCausedByFacts(thrown)) throw thrown
      failedIds.push(id)
    }
  }
  const indexed = active.filter(({ id }) => keysOf.has(id))
  const known = new Map(indexed.map((talent) => [talent.id, talent]))
  const jobsOf = await reader.retrieveJobs(companyId, keysOf)
  const jobIds = [...new Set([...jobsOf.values()].flat())]
  const jobs = new Map((await reader.readJobs(companyId, jobIds)).map((job) => [job.id, toScoredJob(job)]))
  const lastKept = await reader.readLastKept(companyId, jobIds)
  const pairs = [...jobsOf].flatMap(([talentId, ids]) => ids.map((jobId) => ({ talentId, jobId })))
  const scored = await mapInTurns(pairs, ({ talentId, jobId }) => {
    const [talent, job] = [known.get(talentId), jobs.get(jobId)]
    return talent && job ? [scorePair(talent, job)] : []
  })
  const matches = scored.flat()
  const isKept = ({ jobId, points }: Match) => points >= (lastKept.get(jobId) ?? 0)
  const kept = matches.filter(isKept)
  const keptPairs = new Set(kept.map(({ talentId, jobId }) => `${talentId} ${jobId}`))
  return {
    talents: talentIds
      .filter((id) => !failedIds.includes(id))
      .map((id) => toIndexed(id, known.get(id), keysOf)),
    jobs: [],
    kept,
    dropped: pairs.filter(({ talentId, jobId }) => !keptPairs.has(`${talentId} ${jobId}`)),
    scored: matches.length,
    judgeCalls: 0,
    unjudgedIds: [],
    failedIds,
  }
}

type ScoredJob = { job: StoredJobFacts; score: ScoreTalent }

function toScoredJob(job: StoredJobFacts): ScoredJob {
  return { job, score: createScorer(job.facts) }
}

/**
 * Scores without the judge: a talent who becomes one of a job's best is judged when the job's turn in the judge queue
 * comes.
 */
function scorePair(talent: StoredFacts, { job, score }: ScoredJob): Match {
  const { points, coverage } = score(talent.facts)
  return {
    jobId: job.id,
    talentId: talent.id,
    points,
    coverage,
    jobHash: job.factsHash,
    talentHash: talent.factsHash,
    judgement: 'NONE',
    verdicts: [],
  }
}

function toIndexed(
  id: string,
  talent: StoredFacts | undefined,
  keysOf: ReadonlyMap<string, readonly MatchKey[]>,
): IndexedSubject {
  if (!talent) return { id, entry: null }
  return { id, entry: { factsHash: talent.factsHash, keys: keysOf.get(id) ?? [] } }
}
