// Under which keys a talent can be found, and which keys a job looks under. A key is a term; what is indexed is bounded per
// talent and per job, so that neither a long CV nor a long job costs more than another.
import type { JobFacts } from '@gatehouse/jobs/job-facts'
import type { TalentFacts } from '@gatehouse/talents/talent-facts'
import type { SpecificityOf } from '@gatehouse/vocabulary/specificity'
import { degreeOfTerm } from '../score/measure-requirement.ts'
import { shareJob } from '../score/share-job.ts'

export type MatchKey = { key: string; impact: number }

const keysPerTalentMax = 96
const keysPerJobMax = 32
const breadthMax = 999

/** The terms that tell most of the talent. Of equal strength, those of whom more is known come first in every list alike. */
export function talentKeys({ terms }: TalentFacts, specificityOf: SpecificityOf): MatchKey[] {
  const breadth = Math.min(breadthMax, terms.length)
  return terms
    .map((fact) => ({ term: fact.term, strength: degreeOfTerm(fact), specificity: specificityOf(fact.term) }))
    .sort((a, b) => b.strength * b.specificity - a.strength * a.specificity || (a.term < b.term ? -1 : 1))
    .slice(0, keysPerTalentMax)
    .map(({ term, strength }) => ({ key: term, impact: strength * (breadthMax + 1) + breadth }))
}

/** The terms that can bring most points; the impact is how many, in ten-thousandths of all. */
export function jobKeys(job: JobFacts): MatchKey[] {
  const shares = shareJob(job, () => true)
  const weights = new Map<string, number>()
  for (const [index, requirement] of job.requirements.entries()) {
    if (!('alternatives' in requirement)) continue
    for (const terms of requirement.alternatives) {
      const whole = terms.reduce((sum, { specificity }) => sum + specificity, 0)
      for (const { term, specificity } of terms) {
        const part = Math.floor((1_000 * (shares[index] ?? 0) * specificity) / whole)
        weights.set(term, (weights.get(term) ?? 0) + part)
      }
    }
  }
  return [...weights]
    .map(([key, weight]) => ({ key, impact: Math.max(1, Math.floor(weight / 1_000)) }))
    .sort((a, b) => b.impact - a.impact || (a.key < b.key ? -1 : 1))
    .slice(0, keysPerJobMax)
}
