// The terms of a job that its talents are searched by, with the share of the score that each can contribute at most.
import type { JobFacts, Part, TermRequirement } from '@gatehouse/jobs/job-facts'
import { unnamedWords } from '../score/measure-terms.ts'
import { shareJob } from '../score/share-job.ts'

/** `weight` is in ten-thousandths of the score. */
export type WeighedKey = { key: string; weight: number; isName: boolean }

/** Most important first. `isName` marks names of skills and occupations, as opposed to other words. */
export function weighKeys({ requirements }: JobFacts): WeighedKey[] {
  const shares = shareJob(requirements)
  const found = new Map<string, WeighedKey>()
  for (const [index, requirement] of requirements.entries()) {
    if (!('words' in requirement)) continue
    for (const { key, weight, isName } of weighTerms(requirement, shares[index] ?? 0)) {
      const known = found.get(key)
      found.set(key, { key, weight: (known?.weight ?? 0) + weight, isName: isName || known?.isName === true })
    }
  }
  return [...found.values()].sort((a, b) => b.weight - a.weight || (a.key < b.key ? -1 : 1))
}

function weighTerms(requirement: TermRequirement, share: number): WeighedKey[] {
  const words = unnamedWords(requirement)
  const whole = [...words, ...requirement.parts].reduce((sum, { specificity }) => sum + specificity, 0)
  const weigh = (specificity: number) => (share * specificity) / Math.max(1, whole)
  return [
    ...words.map(({ term, specificity }) => ({ key: term, weight: weigh(specificity), isName: false })),
    ...requirement.parts.flatMap((part) =>
      [...showingTerms(part)].map(([key, weight]) => ({
        key,
        weight: (weigh(part.specificity) * weight) / fullWeight,
        isName: true,
      })),
    ),
  ]
}

const fullWeight = 1_000

/** The weight of each term that shows the part. A name that is not a known concept is found by its words. */
function showingTerms({ options }: Part): Map<string, number> {
  const weights = new Map<string, number>()
  const add = (term: string, weight: number) => weights.set(term, Math.max(weights.get(term) ?? 0, weight))
  for (const { shownBy, words } of options) {
    for (const { term, weight } of shownBy) add(term, weight)
    if (shownBy.length === 0) for (const word of words) add(word, fullWeight / words.length)
  }
  return weights
}
