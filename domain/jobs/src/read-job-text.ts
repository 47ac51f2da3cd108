import { type RuleVocabulary, createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import { builtInConcepts } from '@gatehouse/vocabulary/built-in-concepts'
import type { Concepts } from '@gatehouse/vocabulary/concept'
import type { SpecificityOf } from '@gatehouse/vocabulary/specificity'
import { factsOfPosting } from './facts/facts-of-posting.ts'
import type { JobFacts } from './job-facts.ts'
import { readPosting } from './read/read-posting.ts'

/** The names that the rules look up. */
export type JobNames = RuleVocabulary & { concepts: Concepts }

/** Created on first use, because it takes some 100 ms. */
let builtIn: JobNames | undefined

export function builtInJobNames(): JobNames {
  return (builtIn ??= { ...createRuleVocabulary(), concepts: builtInConcepts() })
}

/**
 * Reads the facts of a job from its plain text, by rules alone and without corrections. `names` are the built-in ones
 * unless the caller has others.
 */
export function readJobText(
  text: string,
  specificityOf: SpecificityOf,
  names: JobNames = builtInJobNames(),
): JobFacts {
  return factsOfPosting(readPosting(text, names), { concepts: names.concepts, specificityOf })
}
