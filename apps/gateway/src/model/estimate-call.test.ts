import { expect, test } from 'vitest'
import { priceEstimate } from './estimate-call.ts'

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
