// The keys under which a talent is indexed, and those under which a job searches. A key is a term. Their number is
// bounded per talent and per job, so that long texts cost no more than short ones.
import type { JobFacts } from '@gatehouse/jobs/job-facts'
import type { TalentFacts } from '@gatehouse/talents/talent-facts'
import type { SpecificityOf } from '@gatehouse/vocabulary/specificity'
import { degreeOfTerm, unnamedWords } from '../score/measure-terms.ts'
import { shareJob } from '../score/share-job.ts'

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

/** The terms that can contribute the most points; `impact` is their maximum share in ten-thousandths. */
export function jobKeys({ requirements }: JobFacts): MatchKey[] {
  const shares = shareJob(requirements)
  const weights = new Map<string, number>()
  for (const [index, requirement] of requirements.entries()) {
    if (!('words' in requirement)) continue
    const { parts } = requirement
    const words = unnamedWords(requirement)
    const whole = [...words, ...parts].reduce((sum, { specificity }) => sum + specificity, 0)
    const add = (term: string, specificity: number) => {
      const part = Math.floor((1_000 * (shares[index] ?? 0) * specificity) / Math.max(1, whole))
      weights.set(term, (weights.get(term) ?? 0) + part)
    }
    for (const { term, specificity } of words) add(term, specificity)
    for (const { options, specificity } of parts)
      for (const { term, weight } of options.flatMap(({ shownBy }) => shownBy))
        add(term, (specificity * weight) / 1_000)
  }
  return [...weights]
    .map(([key, weight]) => ({ key, impact: Math.max(1, Math.floor(weight / 1_000)) }))
    .sort((a, b) => b.impact - a.impact || (a.key < b.key ? -1 : 1))
    .slice(0, keysPerJobMax)
}
