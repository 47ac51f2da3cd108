// Divides the 10,000 parts of a job among its requirements: first by category, then by importance and by the
// specificity of the terms. Categories without data about a talent are left out.
import type { JobFacts, Requirement } from '@gatehouse/jobs/job-facts'
import { type Quota, apportion } from './apportion.ts'
import { categoryWeights, importanceWeights } from './category-weights.ts'
import { sharesInAll } from './match-score.ts'

export type Category = Requirement['category']

/** Shares by requirement, in order; zero for the categories that are left out. */
export function shareJob({ requirements }: JobFacts, isCompared: (category: Category) => boolean): number[] {
  const weights = requirements.map(weighRequirement)
  const sums = new Map<Category, number>()
  for (const [index, { category }] of requirements.entries()) {
    if (isCompared(category)) sums.set(category, (sums.get(category) ?? 0) + (weights[index] ?? 0))
  }
  const allCategories = [...sums.keys()].reduce((sum, category) => sum + categoryWeights[category], 0)
  if (allCategories === 0) return requirements.map(() => 0)
  const quotas = requirements.map(({ category }, index): Quota => {
    const sum = sums.get(category)
    if (sum === undefined) return { numerator: 0n, denominator: 1n }
    const weight = categoryWeights[category] * (weights[index] ?? 0)
    return {
      numerator: BigInt(sharesInAll) * BigInt(weight),
      denominator: BigInt(allCategories) * BigInt(sum),
    }
  })
  return apportion(sharesInAll, quotas)
}

function weighRequirement(requirement: Requirement): number {
  const importance = importanceWeights[requirement.importance]
  if (!('alternatives' in requirement)) return importance
  const terms = requirement.alternatives.flat()
  const specificity = terms.reduce((sum, term) => sum + term.specificity, 0)
  return importance * Math.max(1, Math.floor(specificity / Math.max(1, terms.length)))
}
