// Processes one batch of jobs: retrieve → score → judge. Cost per job: a bounded number of index look-ups, 250 scores
// and at most ten model calls, regardless of the number of talents.
import type { StoredJobFacts } from '@gatehouse/jobs/job-facts'
import type { StoredFacts } from '@gatehouse/talents/talent-facts'
import type { Judge, VerifiedVerdict } from '../judge/judge.ts'
import { jobKeys } from '../retrieve/match-keys.ts'
import { createScorer } from '../score/score-match.ts'
import { type Judged, judgeTalents } from './judge-talents.ts'
import { mapInTurns } from './map-in-turns.ts'
import {
  type BatchResult,
  type Match,
  type MatchReader,
  judgedPerJobMax,
  matchesPerJobMax,
} from './match-store.ts'
import { retrieveTalents } from './retrieve-talents.ts'

export type MatchDeps = {
  reader: MatchReader
  judge: Judge | null
  /** Shutdown signals: `afterJob` stops before the next job, `now` aborts the current model call too. */
  shutdown?: { afterJob: AbortSignal; now: AbortSignal }
}

type JobResult = BatchResult['jobs'][number]

export async function matchJobs(
  deps: MatchDeps,
  companyId: string,
  jobIds: readonly string[],
): Promise<BatchResult> {
  const active = new Map((await deps.reader.readJobs(companyId, jobIds)).map((job) => [job.id, job]))
  const jobs: JobResult[] = []
  const failedIds: string[] = []
  let scored = 0
  let judgeCalls = 0
  for (const id of jobIds) {
    deps.shutdown?.afterJob.throwIfAborted()
    const job = active.get(id)
    if (!job) {
      jobs.push({ id, entry: null, matches: [] })
      continue
    }
    // A job whose facts cannot be used must not fail its batch, or the batch would be retried forever.
    const outcome = await matchJob(deps, companyId, job).catch((thrown: unknown) => {
      if (isCausedByFacts(thrown)) return null
      throw thrown
    })
    if (!outcome) {
      failedIds.push(id)
      continue
    }
    jobs.push(outcome.result)
    scored += outcome.scored
    judgeCalls += outcome.judgeCalls
  }
  const unjudgedIds = jobs.filter(({ matches }) => matches.some(isUnjudged(deps))).map(({ id }) => id)
  return { talents: [], jobs, kept: [], dropped: [], scored, judgeCalls, unjudgedIds, failedIds }
}

async function matchJob({ reader, judge, shutdown }: MatchDeps, companyId: string, job: StoredJobFacts) {
  const talents = await reader.readTalents(companyId, await retrieveTalents(reader, companyId, job.facts))
  const score = createScorer(job.facts)
  const scored = await mapInTurns(talents, (talent) => ({ talent, points: score(talent.facts).points }))
  const best = scored
    .sort(byPoints)
    .slice(0, matchesPerJobMax)
    .map(({ talent }) => talent)
  const judged = judge
    ? await judgeTalents(
        { reader, judge },
        { companyId, job, talents: best.slice(0, judgedPerJobMax), signal: shutdown?.now },
      )
    : noJudgement
  const toMatch = (talent: StoredFacts): Match => {
    const verdicts = judged.verdicts.get(talent.id) ?? noVerdicts
    const { points, coverage } = score(talent.facts, { verdicts })
    return {
      jobId: job.id,
      talentId: talent.id,
      points,
      coverage,
      jobHash: job.factsHash,
      talentHash: talent.factsHash,
      judgement: judged.judgementOf(talent.id),
      verdicts,
    }
  }
  const result: JobResult = {
    id: job.id,
    entry: { factsHash: job.factsHash, keys: jobKeys(job.facts) },
    matches: best.map(toMatch),
  }
  return { result, scored: talents.length, judgeCalls: judged.calls }
}

const noVerdicts: readonly VerifiedVerdict[] = []
const noJudgement: Judged = { verdicts: new Map(), calls: 0, judgementOf: () => 'NONE' }

/** Without a judge every match is unjudged and waits for one. */
function isUnjudged({ judge }: MatchDeps): (match: Match) => boolean {
  return ({ judgement }) => judge === null || judgement === 'PENDING'
}

type Scored = { talent: { id: string }; points: number }

function byPoints(a: Scored, b: Scored): number {
  return b.points - a.points || (a.talent.id < b.talent.id ? -1 : 1)
}

/**
 * A TypeError or RangeError means that the facts of this job or talent cannot be used. Other errors come from the
 * database or the network and fail the whole batch.
 */
export function isCausedByFacts(thrown: unknown): boolean {
  return thrown instanceof TypeError || thrown instanceof RangeError
}
