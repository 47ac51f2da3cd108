import fc from 'fast-check'
import { expect, test } from 'vitest'
import { costOf, estimateCost, guessTokens } from './estimate-cost.ts'

const price = {
  inputPerMillion: '2.500000',
  cachedInputPerMillion: '0.250000',
  outputPerMillion: '10.000000',
}

test.each([
  ['', 0],
  ['a', 1],
  ['four', 1],
  ['five5', 2],
])('%j has about %i tokens', (text, tokens) => {
  expect(guessTokens(text)).toBe(tokens)
})

test('the estimate is the input and the text so far, rounded up to a micro-credit', () => {
  // 100 at 2.5 and 3 at 10 per million: 280 micro-credits.
  expect(estimateCost({ inputTokens: 100, text: 'ten letter' }, price)).toBe(280n)
  expect(estimateCost({ inputTokens: 1, text: '' }, price)).toBe(3n)
})

test('cached input has its own price', () => {
  expect(costOf({ promptTokens: 1_000, cachedTokens: 400, completionTokens: 10 }, price)).toBe(1_700n)
})

test('the estimate never falls while the answer grows', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.string(), fc.string(), (inputTokens, text, more) => {
      const before = estimateCost({ inputTokens, text }, price)
      expect(estimateCost({ inputTokens, text: text + more }, price)).toBeGreaterThanOrEqual(before)
    }),
  )
})

test('prices beyond the range of a float stay exact', () => {
  const usage = { promptTokens: 2_000_000_000, cachedTokens: 0, completionTokens: 1 }
  expect(costOf(usage, { ...price, inputPerMillion: '9007199254.740993' })).toBe(18_014_398_509_481_986_010n)
})
