import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCredits, parseCredits } from '../credit.ts'
import { costMicros } from '../price-call.ts'
import { receiptArithmetic, receiptRule } from './receipt-text.ts'

const price = {
  version: 7n,
  inputMicrosPerMillion: 3_000_000n,
  cachedInputMicrosPerMillion: 300_000n,
  outputMicrosPerMillion: 15_000_000n,
  since: new Date('2026-01-01T00:00:00Z'),
}

test('the arithmetic names tokens, prices, the exact sum and the charge', () => {
  const usage = { promptTokens: 1_001, cachedTokens: 401, completionTokens: 200 }
  expect(receiptArithmetic({ usage, price })).toBe(
    '(600 input × 3.000000 + 401 cached input × 0.300000 + 200 output × 15.000000) ÷ 1000000 = 0.004920300000, ' +
      'rounded up to 0.004921',
  )
})

test('a reader who recomputes the arithmetic gets the charge', () => {
  const tokens = fc.nat(2_000_000_000)
  fc.assert(
    fc.property(tokens, tokens, tokens, (promptTokens, cachedTokens, completionTokens) => {
      const usage = { promptTokens, cachedTokens, completionTokens }
      const text = receiptArithmetic({ usage, price }) ?? ''
      const sum = [...text.matchAll(/(\d+) [a-z ]+ × (\d+\.\d+)/g)].reduce(
        (total, [, count = '', each = '']) => total + BigInt(count) * (parseCredits(each) ?? 0n),
        0n,
      )
      const recomputed = (sum + 999_999n) / 1_000_000n
      expect(recomputed).toBe(costMicros(usage, price))
      expect(text.endsWith(`rounded up to ${formatCredits(recomputed)}`)).toBe(true)
      expect(text).toContain(
        `= ${formatCredits(sum / 1_000_000n)}${(sum % 1_000_000n).toString().padStart(6, '0')},`,
      )
    }),
  )
})

test('a call without a price has no arithmetic', () => {
  const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 0 }
  expect(receiptArithmetic({ usage, price: null })).toBeNull()
})

const parked = { status: 'PARKED', reason: 'usage_impossible', givenBackMicros: 0n } as const
const at = new Date('2026-01-31T12:00:00Z')

test.each([
  [{ status: 'SUCCEEDED', reason: null, givenBackMicros: 0n, decision: null }, 'is charged by it'],
  [{ status: 'SUCCEEDED', reason: null, givenBackMicros: 5n, decision: null }, 'the charge was returned'],
  [
    { status: 'FAILED', reason: 'client_gone', givenBackMicros: 0n, decision: null },
    'The client disconnected',
  ],
  [
    { status: 'PARKED', reason: 'usage_impossible', givenBackMicros: 0n, decision: null },
    'Nothing is charged',
  ],
  [
    { ...parked, decision: { chargedMicros: 250_000n, at } },
    'An operator reviewed it on 2026-01-31 and charged 0.250000 credits.',
  ],
  [{ ...parked, decision: { chargedMicros: 0n, at } }, 'reviewed it on 2026-01-31, and nothing is charged.'],
] as const)('the rule of %o', (receipt, words) => {
  expect(receiptRule(receipt)).toContain(words)
})
