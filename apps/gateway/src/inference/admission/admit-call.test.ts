import { expect, test } from 'vitest'
import { priceEstimate } from './admit-call.ts'

const tokens = { inputTokens: 4_000_000, outputTokens: 4_000_000, totalTokens: 8_000_000 }
const price = {
  version: 1n,
  alias: 'svc/chat-default',
  inputMicrosPerMillion: 1_000_000n,
  cachedInputMicrosPerMillion: 1_000_000n,
  outputMicrosPerMillion: 1_000_000n,
}

test('a hold is what the tokens may cost', () => {
  expect(priceEstimate(tokens, { price }).micros).toBe(8_000_000n)
})

test('a hold fits its column whatever the price is', () => {
  const absurd = { ...price, outputMicrosPerMillion: 2n ** 63n - 1n }
  expect(priceEstimate(tokens, { price: absurd }).micros).toBe(10n ** 15n)
})

test('nothing is held without a price, because the call is parked', () => {
  expect(priceEstimate(tokens, { price: undefined }).micros).toBe(0n)
})
