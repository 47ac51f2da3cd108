// What an answer costs while it is being written. Only the provider knows the tokens, and reports them at the end; until
// then they are guessed from the text, and every figure made of them is marked as an estimate.
import { recomputeCharge } from '../../../../amounts/receipt-arithmetic.ts'
import type { Usage } from './read-frame.ts'

export type Price = { inputPerMillion: string; cachedInputPerMillion: string; outputPerMillion: string }

const charactersPerToken = 4

export function guessTokens(text: string): number {
  return Math.ceil(text.length / charactersPerToken)
}

type Unfinished = { inputTokens: number; text: string }

/** Micro-credits for the input and the text so far. */
export function estimateCost({ inputTokens, text }: Unfinished, price: Price): bigint {
  return costOf({ promptTokens: inputTokens, cachedTokens: 0, completionTokens: guessTokens(text) }, price)
}

/** Micro-credits for reported tokens, exactly as the gateway computes them. */
export function costOf(usage: Usage, price: Price): bigint {
  return recomputeCharge({ ...usage, price }).chargedMicros
}
