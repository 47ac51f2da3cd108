// Scores how far a text sounds like an injection: the sum of the weights of its features. The weights are those of a linear
// support vector machine that `tools/train-injections.ts` trains on written lines.
import { injectionWeights } from './injection-weights.generated.ts'
import { type LineFeatures, featuresOf, valueOf } from './line-features.ts'
import type { TaggedText } from './tag-words.ts'

/**
 * Chosen on lines that were left out of the training, and checked on CVs from elsewhere: of 10,000 of their lines at most
 * one may score higher, because a flagged line does not count for its talent.
 */
const threshold = -0.1

export type LineScorer = { soundsAddressed(text: string, tagged: TaggedText): boolean }

export function createLineScorer(): LineScorer {
  const { base64, step, base } = injectionWeights
  const weights = new Int8Array(Buffer.from(base64, 'base64'))
  return {
    soundsAddressed: (text, tagged) =>
      hasWords.test(text) && step * sumWeights(featuresOf(text, tagged), weights) + base > threshold,
  }
}

/** A single word is not a sentence, and no training line is that short. */
const hasWords = /[a-z]{2}.*[^a-z].*[a-z]{2}/s

export function sumWeights(features: LineFeatures, weights: ArrayLike<number>): number {
  let score = 0
  for (const kind of features) {
    let sum = 0
    for (const bucket of kind) sum += weights[bucket] ?? 0
    score += sum * valueOf(kind)
  }
  return score
}
