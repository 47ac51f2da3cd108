import { type RuleVocabulary, createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import { builtInConcepts } from '@gatehouse/vocabulary/built-in-concepts'
import type { Concepts } from '@gatehouse/vocabulary/concept'

/** The names that the rules look up. */
export type TalentNames = RuleVocabulary & { concepts: Concepts }

/** Created on first use, because it takes half a second. */
let builtIn: TalentNames | undefined

export function builtInTalentNames(): TalentNames {
  return (builtIn ??= { ...createRuleVocabulary(), concepts: builtInConcepts() })
}
