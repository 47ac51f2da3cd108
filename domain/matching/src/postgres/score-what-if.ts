// Scores a talent for a job as if some requirements were crossed out or had another status. Nothing is stored.
import type { JobFacts } from '@gatehouse/jobs/job-facts'
import { readActiveJobFacts } from '@gatehouse/jobs/read-jobs'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { readActiveFacts, readFactLines } from '@gatehouse/talents/read-talents'
import { formatPoints } from '../score/explain-match.ts'
import type { RequirementStatus } from '../score/match-score.ts'
import { createScorer } from '../score/score-match.ts'
import { type ListedMatch, readMatchInputs, toEvidence } from './list-matches.ts'

export type WhatIf = {
  /** Requirements that are crossed out, by id. */
  without: readonly string[]
  /** Requirements that are assumed to have another status, by id. */
  assumed: ReadonlyMap<string, RequirementStatus>
  now: Date
}

export type WhatIfOutcome =
  | { kind: 'scored'; match: ListedMatch }
  /** The company has no such job or talent, or one of them is not active. */
  | { kind: 'unknown' }
  | { kind: 'unknown_requirement'; requirementId: string }

/** Verdicts of a model count as in the stored match, except for requirements whose status is assumed. */
export async function scoreWhatIf(
  postgres: Queryable,
  { companyId, jobId, talentId }: { companyId: string; jobId: string; talentId: string },
  { without, assumed, now }: WhatIf,
): Promise<WhatIfOutcome> {
  const [job] = await readActiveJobFacts(postgres, companyId, [jobId])
  const [talent] = await readActiveFacts(postgres, companyId, [talentId])
  if (!job || !talent) return { kind: 'unknown' }
  const requirementId = findUnknown(job.facts, [...without, ...assumed.keys()])
  if (requirementId !== undefined) return { kind: 'unknown_requirement', requirementId }
  const inputs = await readMatchInputs(postgres, { companyId, jobId, talentId })
  const isSame = inputs.jobHash?.equals(job.factsHash) && inputs.talentHash?.equals(talent.factsHash)
  const verdicts = (isSame ? inputs.verdicts : []).filter((verdict) => !assumed.has(verdict.requirementId))
  const requirements = job.facts.requirements.filter(({ id }) => !without.includes(id))
  const score = createScorer({ ...job.facts, requirements })
  const computed = score(talent.facts, { verdicts, assumed })
  const pointsIf = (id: string) =>
    score(talent.facts, { verdicts, assumed: new Map([...assumed, [id, 'met']]) }).points
  const lines = (await readFactLines(postgres, companyId, [talent])).get(talentId)
  return {
    kind: 'scored',
    match: {
      id: talentId,
      jobId,
      talentId,
      talentName: inputs.talentName,
      score: formatPoints(computed.points),
      band: computed.band,
      coverage: computed.coverage,
      judgement: verdicts.length > 0 ? 'JUDGED' : 'NONE',
      computedAt: now,
      flaggedLines: inputs.flagged,
      evidence: toEvidence(computed, { pointsIf, lines }),
    },
  }
}

function findUnknown({ requirements }: JobFacts, ids: readonly string[]): string | undefined {
  const known = new Set(requirements.map(({ id }) => id))
  return ids.find((id) => !known.has(id))
}
