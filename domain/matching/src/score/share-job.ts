// Divides 10,000 shares of a job's score among its requirements: first by category, then by importance and by the
// specificity of the terms. Categories without data about a talent are left out.
import type { Importance, JobFacts, Requirement } from '@gatehouse/jobs/job-facts'
import { sharesInAll } from './match-score.ts'

export type Category = Requirement['category']

/**
 * Weight of each category among those with data to compare. docs/decisions/0014-matching.md gives the reasons for the
 * proportions; no data set was used to choose them.
 */
const categoryWeights: Readonly<Record<Requirement['category'], number>> = {
  skill: 40,
  experience: 20,
  title: 12,
  task: 10,
  location: 10,
  language: 6,
  education: 6,
}

const importanceWeights: Readonly<Record<Importance, number>> = { must: 4, should: 2, nice: 1 }

/** Returns the share of each requirement, in order; zero in the categories that are left out. */
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

type Quota = { numerator: bigint; denominator: bigint }

/**
 * The quotas must add up to at most the whole. What remains after rounding down goes to the largest remainders; of
 * equal remainders, the first one wins.
 */
function apportion(whole: number, quotas: readonly Quota[]): number[] {
  const parts = quotas.map(({ numerator, denominator }) => numerator / denominator)
  const left = whole - Number(parts.reduce((sum, part) => sum + part, 0n))
  const byRemainder = quotas
    .map(({ numerator, denominator }, index) => ({ remainder: numerator % denominator, denominator, index }))
    .sort((a, b) => {
      const difference = b.remainder * a.denominator - a.remainder * b.denominator
      return difference === 0n ? a.index - b.index : difference > 0n ? 1 : -1
    })
  const rounded = new Set(byRemainder.slice(0, left).map(({ index }) => index))
  return parts.map((part, index) => Number(part) + (rounded.has(index) ? 1 : 0))
}
