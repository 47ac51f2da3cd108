import { expect, test } from 'vitest'
import { estimateTokens, priceEstimate } from './estimate-call.ts'

const tokens = { inputTokens: 4_000_000, outputTokens: 4_000_000, totalTokens: 8_000_000 }
const price = {
  version: 1n,
  alias: 'svc/chat-default',
  inputMicrosPerMillion: 1_000_000n,
  cachedInputMicrosPerMillion: 1_000_000n,
  outputMicrosPerMillion: 1_000_000n,
}

test('the hold is the estimated cost of the tokens', () => {
  expect(priceEstimate(tokens, { price }).micros).toBe(8_000_000n)
})

test('a hold fits its column at any price', () => {
  const absurd = { ...price, outputMicrosPerMillion: 2n ** 63n - 1n }
  expect(priceEstimate(tokens, { price: absurd }).micros).toBe(10n ** 15n)
})

test('without a price nothing is held, because the call will be parked', () => {
  expect(priceEstimate(tokens, { price: undefined }).micros).toBe(0n)
})

const alias = { outputTokensMax: 4_096, outputTokensAssumed: 1_024, contextTokensMax: 128_000 }

test.each([
  ['four bytes are a token, rounded up', { bodyBytes: 401, askedOutputTokens: 100 }, 101, 100, 201],
  [
    'a call without a limit is assumed to use the default output of its alias',
    { bodyBytes: 400 },
    100,
    1_024,
    1_124,
  ],
  ['output is capped at the maximum of the alias', { bodyBytes: 0, askedOutputTokens: 1e9 }, 0, 4_096, 4_096],
  [
    'the total is capped at the context size',
    { bodyBytes: 32 * 2 ** 20, askedOutputTokens: 10 },
    128_000,
    10,
    128_000,
  ],
  ['a negative limit counts as zero', { bodyBytes: 4, askedOutputTokens: -5 }, 1, 0, 1],
])('%s', (_, question, inputTokens, outputTokens, totalTokens) => {
  expect(estimateTokens({ ...question, alias })).toEqual({ inputTokens, outputTokens, totalTokens })
})
