// Fits a linear support vector machine with squared hinge loss by dual coordinate descent (Hsieh et al., 2008). It uses
// only additions, multiplications and square roots in a fixed order, so that each machine computes the same weights.
import { bucketCount, valueOf } from '../src/injections/line-features.ts'
import type { Example } from './injection-examples.ts'

export type Weights = { weights: Float64Array; base: number }

/** How much an error costs in comparison with large weights. Values from 0.3 to 1 differ little in cross-validation. */
const errorCost = 1
const rounds = 8

type Row = { buckets: Int32Array; values: Float64Array; sign: number; length: number }

export function fitWeights(examples: readonly Example[]): Weights {
  const rows = examples.map(toRow)
  const weights = new Float64Array(bucketCount)
  const shares = new Float64Array(rows.length)
  const order = rows.map((_, index) => index)
  const next = createRandom(1)
  let base = 0
  for (let round = 0; round < rounds; round += 1) {
    shuffle(order, next)
    for (const index of order) {
      const row = rows[index]
      if (!row) continue
      const share = shares[index] ?? 0
      const slack = 1 / (2 * errorCost)
      const gradient = row.sign * (dot(row, weights) + base) - 1 + slack * share
      const changed = Math.max(share - gradient / (row.length + slack), 0)
      const move = (changed - share) * row.sign
      if (move === 0) continue
      shares[index] = changed
      add(row, { weights, move })
      base += move
    }
  }
  return { weights, base }
}

/** The values are those by which `sumWeights` multiplies the weights. */
function toRow({ features, isInjection }: Example): Row {
  const summed = new Map<number, number>()
  for (const kind of features) {
    const value = valueOf(kind)
    for (const bucket of kind) summed.set(bucket, (summed.get(bucket) ?? 0) + value)
  }
  const values = Float64Array.from(summed.values())
  return {
    buckets: Int32Array.from(summed.keys()),
    values,
    sign: isInjection ? 1 : -1,
    length: values.reduce((sum, value) => sum + value * value, 1),
  }
}

function dot({ buckets, values }: Row, weights: Float64Array): number {
  let sum = 0
  for (let at = 0; at < buckets.length; at += 1) sum += (weights[buckets[at] ?? 0] ?? 0) * (values[at] ?? 0)
  return sum
}

function add({ buckets, values }: Row, { weights, move }: { weights: Float64Array; move: number }): void {
  for (let at = 0; at < buckets.length; at += 1) {
    const bucket = buckets[at] ?? 0
    weights[bucket] = (weights[bucket] ?? 0) + move * (values[at] ?? 0)
  }
}

function shuffle(order: number[], next: (below: number) => number): void {
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = next(last + 1)
    ;[order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0]
  }
}

function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
