// The score of a match: a pure function of the job's facts, the talent's facts and the judge's verified verdicts. It
// depends on no model, randomness or time.
import type { JobFacts, Requirement } from '@gatehouse/jobs/job-facts'
import type { TalentFacts } from '@gatehouse/talents/talent-facts'
import type { VerifiedVerdict } from '../judge/judge.ts'
import { chooseBand, decidingIds, nextTo, placeInBand } from './choose-band.ts'
import {
  type MatchRow,
  type MatchScore,
  type Measured,
  type RequirementStatus,
  fullDegree,
  statusSteps,
} from './match-score.ts'
import { indexTalent } from './index-talent.ts'
import { isOfAnotherField, measureRequirement, withoutEvidence } from './measure-requirement.ts'
import { shareJob } from './share-job.ts'

export type ScoreTalent = (facts: TalentFacts, more?: ScoreInputs) => MatchScore

export type ScoreInputs = {
  verdicts?: readonly VerifiedVerdict[]
  /** Requirements that are assumed to have another status, by id: what the score would be if. */
  assumed?: ReadonlyMap<string, RequirementStatus>
}

/** By the facts alone. `isRelated`: something in the CV is of the job's field. */
type MeasuredTalent = { isRelated: boolean; rows: readonly MatchRow[] }

/**
 * Computes what depends only on the job once; the returned function then scores any number of talents. A talent that is
 * scored again, with other verdicts or assumptions, is not measured again.
 */
export function createScorer({ requirements }: JobFacts): ScoreTalent {
  const shares = shareJob(requirements)
  const deciding = decidingIds(requirements)
  const known = new WeakMap<TalentFacts, MeasuredTalent>()

  function measureTalent(facts: TalentFacts): MeasuredTalent {
    const talent = indexTalent(facts)
    const measured = requirements.map((requirement) => measureRequirement(requirement, talent))
    const isRelated = measured.some((one, index) => one.isOfField && isOfJobsField(requirements[index]))
    const rows = requirements.map((requirement, index) => {
      const own = measured[index] ?? measureRequirement(requirement, talent)
      const isOther = !isRelated && isOfAnotherField(requirement, facts)
      return toRow(requirement, index, isOther ? withoutEvidence(own) : own)
    })
    return { isRelated, rows }
  }

  function toRow(requirement: Requirement, index: number, measured: Measured): MatchRow {
    const { id: requirementId, category, importance, text } = requirement
    const share = shares[index] ?? 0
    return {
      requirementId,
      category,
      importance,
      isDeciding: deciding.has(requirementId),
      text,
      ...measured,
      share,
      points: share * measured.degree,
      verdict: null,
    }
  }

  return (facts, { verdicts = [], assumed } = {}) => {
    const measured = known.get(facts) ?? measureTalent(facts)
    known.set(facts, measured)
    const { isRelated } = measured
    const byFacts = measured.rows.map((row) => assume(row, assumed))
    const judged = new Map(verdicts.map((verdict) => [verdict.requirementId, verdict]))
    const rows = byFacts.map((row) => judge(row, judged.get(row.requirementId)))
    // A verdict can show that the talent works in the field, but not that they do not.
    const isJudgedRelated =
      isRelated || rows.some(({ verdict }, index) => verdict === 'met' && isOfJobsField(requirements[index]))
    const band = nextTo(chooseBand(byFacts, isRelated), chooseBand(rows, isJudgedRelated))
    const rank = rows.reduce((sum, { points }) => sum + points, 0)
    return { points: placeInBand(band, rank), band, rank, rows, coverage: coverageOf(rows) }
  }
}

export function scoreMatch(job: JobFacts, talent: TalentFacts, inputs: ScoreInputs = {}): MatchScore {
  return createScorer(job)(talent, inputs)
}

function coverageOf(rows: readonly MatchRow[]): number {
  return rows.reduce((sum, { share, status }) => sum + (status === 'not_shown' ? 0 : share), 0)
}

/** Wishes, tasks and general requirements do not define the field of a job. */
export function isOfJobsField(requirement: Requirement | undefined): boolean {
  if (!requirement || requirement.isGeneral || requirement.importance === 'nice') return false
  return ['title', 'skill', 'experience'].includes(requirement.category)
}

function assume(row: MatchRow, assumed: ScoreInputs['assumed']): MatchRow {
  const status = assumed?.get(row.requirementId)
  if (status === undefined) return row
  const degree = status === 'met' ? fullDegree : status === 'partly_met' ? fullDegree / 2 : 0
  return { ...row, status, degree, points: row.share * degree }
}

const statusByVerdict = { met: 'met', partial: 'partly_met', not_met: 'not_shown' } as const

/**
 * Moves the row one step towards the verdict. A stated fact that contradicts the requirement stands: only facts
 * contradict, and only facts lift a contradiction.
 */
function judge(row: MatchRow, judged: VerifiedVerdict | undefined): MatchRow {
  if (!judged) return row
  const { verdict, lines } = judged
  const wanted = statusSteps.indexOf(statusByVerdict[verdict])
  const status = row.status === 'contradicted' ? row.status : stepTowards(row.status, wanted)
  const target = (wanted * fullDegree) / 2
  const change = Math.max(-fullDegree / 2, Math.min(fullDegree / 2, target - row.degree))
  const degree = row.degree + change
  const evidence = {
    ...row.evidence,
    lines: [...new Set([...row.evidence.lines, ...lines])].sort((a, b) => a - b),
  }
  return { ...row, status, degree, points: row.share * degree, evidence, verdict }
}

function stepTowards(status: (typeof statusSteps)[number], wanted: number): RequirementStatus {
  const step = statusSteps.indexOf(status)
  return statusSteps[step + Math.sign(wanted - step)] ?? status
}
