// The keys under which talents and jobs are indexed, so that each finds the other. A key is a term. Their number is
// bounded per talent and per job, so that long texts cost no more than short ones.
import type { JobFacts } from '@gatehouse/jobs/job-facts'
import type { TalentFacts } from '@gatehouse/talents/talent-facts'
import type { SpecificityOf } from '@gatehouse/vocabulary/specificity'
import { degreeOfTerm } from '../score/measure-terms.ts'
import { weighKeys } from './search-terms.ts'

export type MatchKey = { key: string; impact: number }

const keysPerTalentMax = 96
const keysPerJobMax = 32
const breadthMax = 999

/**
 * The most characteristic terms of the talent. At equal strength, talents with more terms rank first in every posting
 * list.
 */
export function talentKeys({ terms }: TalentFacts, specificityOf: SpecificityOf): MatchKey[] {
  const breadth = Math.min(breadthMax, terms.length)
  return terms
    .map((fact) => ({ term: fact.term, strength: degreeOfTerm(fact), specificity: specificityOf(fact.term) }))
    .sort((a, b) => b.strength * b.specificity - a.strength * a.specificity || (a.term < b.term ? -1 : 1))
    .slice(0, keysPerTalentMax)
    .map(({ term, strength }) => ({ key: term, impact: strength * (breadthMax + 1) + breadth }))
}

/** The strength of the evidence for a term that the index shows, in thousandths. */
export function strengthOfImpact(impact: number): number {
  return Math.floor(impact / (breadthMax + 1))
}

/** The terms that can contribute the most points; `impact` is their maximum share in ten-thousandths. */
export function jobKeys(job: JobFacts): MatchKey[] {
  return weighKeys(job)
    .slice(0, keysPerJobMax)
    .map(({ key, weight }) => ({ key, impact: Math.max(1, Math.floor(weight)) }))
}
