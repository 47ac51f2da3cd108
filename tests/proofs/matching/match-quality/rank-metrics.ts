import { percentile } from '../../kit/percentile.ts'
import { seededRandom } from '../../kit/seeded-random.ts'

/** Normalised discounted cumulative gain of the first k, with binary relevance. */
export function ndcgAt(k: number, ranked: readonly string[], fitting: ReadonlySet<string>): number {
  const gain = (isFitting: boolean, index: number) => (isFitting ? 1 / Math.log2(index + 2) : 0)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const found = sum(ranked.slice(0, k).map((id, index) => gain(fitting.has(id), index)))
  const best = sum(Array.from({ length: Math.min(k, fitting.size) }, (_, index) => gain(true, index)))
  return best === 0 ? 1 : found / best
}

export function recallAt(k: number, ranked: readonly string[], fitting: ReadonlySet<string>): number {
  return ranked.slice(0, k).filter((id) => fitting.has(id)).length / Math.max(1, fitting.size)
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

const resamples = 10_000

/** Confidence interval of 95 % of the mean, by the bootstrap: the values are drawn again with replacement, from a seed. */
export function intervalOfMean(values: readonly number[]): { low: number; high: number } {
  const random = seededRandom('bootstrap')
  const means = Array.from({ length: resamples }, () => mean(values.map(() => random.pick(values))))
  return { low: percentile(means, 0.025), high: percentile(means, 0.975) }
}
