// The charge of a call computed again from its tokens and its price, as the gateway computes it: all classes are added up
// exactly, and the sum is rounded up once to a micro-credit. The unit of the exact amounts is a millionth of a
// micro-credit, because prices are for a million tokens.
import { parseCredits } from './credits.ts'

const tokensPerPrice = 1_000_000n
const exactPlaces = 12

type PricedTokens = {
  promptTokens: number
  cachedTokens: number
  completionTokens: number
  price: { inputPerMillion: string; cachedInputPerMillion: string; outputPerMillion: string }
}

type ReceiptLine = {
  name: 'input' | 'cached' | 'output'
  tokens: number
  perMillion: string
  exact: bigint
}

export type ReceiptSum = { lines: readonly ReceiptLine[]; exact: bigint; chargedMicros: bigint }

export function recomputeCharge(call: PricedTokens): ReceiptSum {
  const { promptTokens, completionTokens, price } = call
  // Cached tokens are part of the prompt, and have their own price.
  const cachedTokens = Math.min(call.cachedTokens, promptTokens)
  const lines = [
    lineOf('input', promptTokens - cachedTokens, price.inputPerMillion),
    lineOf('cached', cachedTokens, price.cachedInputPerMillion),
    lineOf('output', completionTokens, price.outputPerMillion),
  ]
  const exact = lines.reduce((sum, line) => sum + line.exact, 0n)
  return { lines, exact, chargedMicros: (exact + tokensPerPrice - 1n) / tokensPerPrice }
}

function lineOf(name: ReceiptLine['name'], tokens: number, perMillion: string): ReceiptLine {
  return { name, tokens, perMillion, exact: BigInt(tokens) * parseCredits(perMillion) }
}

/** Exact amounts with the same number of places, so that their points are aligned: at least six. */
export function formatExactSums(amounts: readonly bigint[]): string[] {
  const digits = amounts.map((exact) => exact.toString().padStart(exactPlaces + 1, '0'))
  const unused = Math.min(...digits.map((text) => /0*$/.exec(text)?.[0].length ?? 0), exactPlaces - 6)
  return digits.map((text) => {
    const whole = text.slice(0, -exactPlaces).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
    return `${whole}.${text.slice(-exactPlaces, text.length - unused)}`
  })
}
