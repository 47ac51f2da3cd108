// Divides 10,000 shares of a job's score among its requirements: first by category, then by importance and by the
// specificity of the words. A requirement about which nothing is known keeps its share: an answer can only add to it.
import type { Importance, Requirement } from '@gatehouse/jobs/job-facts'
import { sharesInAll } from './match-score.ts'

type Category = Requirement['category']

/**
 * Weight of each category among those that the job has. docs/decisions/0014-matching.md gives the reasons for the
 * proportions; no data set was used to choose them.
 */
const categoryWeights: Readonly<Record<Category, number>> = {
  skill: 40,
  experience: 20,
  title: 18,
  task: 10,
  location: 10,
  language: 6,
  education: 6,
}

const importanceWeights: Readonly<Record<Importance, number>> = { must: 4, should: 2, nice: 1 }

/** Returns the share of each requirement, in order. */
export function shareJob(requirements: readonly Requirement[]): number[] {
  const weights = requirements.map(weighRequirement)
  const sums = new Map<Category, number>()
  for (const [index, { category }] of requirements.entries())
    sums.set(category, (sums.get(category) ?? 0) + (weights[index] ?? 0))
  const allCategories = [...sums.keys()].reduce((sum, category) => sum + categoryWeights[category], 0)
  const quotas = requirements.map(({ category }, index): Quota => ({
    numerator: BigInt(sharesInAll) * BigInt(categoryWeights[category] * (weights[index] ?? 0)),
    denominator: BigInt(allCategories) * BigInt(sums.get(category) ?? 1),
  }))
  return apportion(sharesInAll, quotas)
}

function weighRequirement(requirement: Requirement): number {
  const importance = importanceWeights[requirement.importance]
  if (!('words' in requirement)) return importance
  const units = [...requirement.words, ...requirement.parts]
  const specificity = units.reduce((sum, unit) => sum + unit.specificity, 0)
  return importance * Math.max(1, Math.floor(specificity / Math.max(1, units.length)))
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
