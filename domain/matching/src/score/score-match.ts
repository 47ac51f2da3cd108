// The score of a match: a pure function of the job's facts, the talent's facts and the judge's verified verdicts. It
// depends on no model, randomness or time.
import type { JobFacts } from '@gatehouse/jobs/job-facts'
import type { TalentFacts } from '@gatehouse/talents/talent-facts'
import type { VerifiedVerdict } from '../judge/judge.ts'
import { type MatchRow, type MatchScore, fullDegree, fullScore } from './match-score.ts'
import { type IndexedTalent, type Measured, indexTalent, measureRequirement } from './measure-requirement.ts'
import { type Category, shareJob } from './share-job.ts'

export type ScoreTalent = (facts: TalentFacts, verdicts?: readonly VerifiedVerdict[]) => MatchScore

const degreeByVerdict = { met: fullDegree, partial: fullDegree / 2, not_met: 0 } as const

// A match that the judge found to lack a must-have is still shown, but scores at most 59 of 100.
const capPoints = 0.59 * fullScore

/** Computes what depends only on the job once; the returned function then scores any number of talents. */
export function createScorer(job: JobFacts): ScoreTalent {
  const sharesByMask = new Map<string, { shares: readonly number[]; coverage: number }>()
  const categories = new Set(job.requirements.map(({ category }) => category))
  const fullShares = shareJob(job, () => true)

  function sharesFor(facts: TalentFacts, judged: ReadonlyMap<string, VerifiedVerdict>) {
    const compared = new Set([...categories].filter((category) => hasData(category, facts)))
    // A category with a verdict can be compared, even if the facts contain nothing about it.
    for (const { id, category } of job.requirements) if (judged.has(id)) compared.add(category)
    const mask = [...compared].sort().join(' ')
    const known = sharesByMask.get(mask)
    if (known) return known
    const coverage = job.requirements.reduce(
      (sum, { category }, index) => sum + (compared.has(category) ? (fullShares[index] ?? 0) : 0),
      0,
    )
    const computed = { shares: shareJob(job, (category) => compared.has(category)), coverage }
    sharesByMask.set(mask, computed)
    return computed
  }

  return (facts, verdicts = []) => {
    const judged = new Map(verdicts.map((verdict) => [verdict.requirementId, verdict]))
    const { shares, coverage } = sharesFor(facts, judged)
    const talent = indexTalent(facts)
    const rows = job.requirements.map((requirement, index): MatchRow => {
      const share = shares[index] ?? 0
      const verdict = judged.get(requirement.id)
      const { degree, evidence } = verdict
        ? byVerdict(verdict)
        : byFacts(share, () => measureRequirement(requirement, talent))
      const { id: requirementId, category, importance, text } = requirement
      const points = share * degree
      return {
        requirementId,
        category,
        importance,
        text,
        share,
        degree,
        points,
        evidence,
        verdict: verdict?.verdict ?? null,
      }
    })
    return { ...cap(rows), rows, coverage }
  }
}

export function scoreMatch(
  job: JobFacts,
  talent: TalentFacts,
  verdicts: readonly VerifiedVerdict[] = [],
): MatchScore {
  return createScorer(job)(talent, verdicts)
}

function byVerdict({ verdict, lines }: VerifiedVerdict): Measured {
  return { degree: degreeByVerdict[verdict], evidence: [{ kind: 'verdict', lines }] }
}

function byFacts(share: number, measure: () => Measured): Measured {
  return share === 0 ? { degree: 0, evidence: [] } : measure()
}

function cap(rows: readonly MatchRow[]): Pick<MatchScore, 'points' | 'cappedBy'> {
  const sum = rows.reduce((total, { points }) => total + points, 0)
  const isMustMissing = rows.some(({ importance, verdict }) => importance === 'must' && verdict === 'not_met')
  const points = isMustMissing ? Math.min(sum, capPoints) : sum
  return { points, cappedBy: sum - points }
}

/**
 * Term-based categories can always be compared, because the absence of a term is known too. The other categories need a
 * stated fact.
 */
function hasData(category: Category, facts: IndexedTalent['facts']): boolean {
  switch (category) {
    case 'education':
      return facts.education !== null
    case 'language':
      return facts.languages !== null
    case 'location':
      return facts.location !== null
    case 'title':
    case 'skill':
    case 'experience':
    case 'task':
      return true
  }
}
