// How the proofs of matching read CVs and jobs: with the product's own readers, by rules alone, in one place.
import type { JobFacts } from '@gatehouse/jobs/job-facts'
import { factsOfPosting } from '@gatehouse/jobs/facts-of-posting'
import { readPosting } from '@gatehouse/jobs/read-posting'
import { createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import { readTalentText } from '@gatehouse/talents/read-talent-text'
import type { TalentFacts } from '@gatehouse/talents/talent-facts'
import { builtInConcepts } from '@gatehouse/vocabulary/built-in-concepts'
import type { Concepts } from '@gatehouse/vocabulary/concept'
import { type SpecificityOf, countTerms, createSpecificity } from '@gatehouse/vocabulary/specificity'

// Date up to which current roles are counted. The outside sets are older; a later date would only lengthen current
// roles a little.
const asOfDefault = { year: 2026, month: 1 }

const builtIn = builtInConcepts()
const names = createRuleVocabulary()

/** What a proof passes to measure how much the concepts add. */
export const noConcepts: Concepts = { find: () => [], near: () => [] }

export function readTalent(text: string, asOf = asOfDefault, concepts: Concepts = builtIn): TalentFacts {
  return readTalentText(text, asOf, { ...names, concepts })
}

export function readJob(text: string, specificityOf: SpecificityOf, concepts: Concepts = builtIn): JobFacts {
  return factsOfPosting(readPosting(text, names), { concepts, specificityOf })
}

/** Specificity as it is counted in an installation that has exactly these talents. */
export function specificityAmong(talents: readonly TalentFacts[]): SpecificityOf {
  return createSpecificity(countTerms(talents.map(({ terms }) => terms.map(({ term }) => term))))
}
