import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceCall } from './price-call.ts'

const price = {
  version: 7n,
  alias: 'svc/chat-default',
  inputMicrosPerMillion: 3_000_000n,
  cachedInputMicrosPerMillion: 300_000n,
  outputMicrosPerMillion: 15_000_000n,
}

test('input, cached input and output have separate prices', () => {
  const usage = { promptTokens: 1_000, cachedTokens: 400, completionTokens: 200 }
  // 600 × 3 + 400 × 0.3 + 200 × 15 micro-credits
  expect(priceCall(usage, price)).toEqual({ kind: 'priced', chargedMicros: 4_920n, priceVersion: 7n })
})

test('a fraction of a micro-credit is rounded up, once per call', () => {
  const cheap = { ...price, inputMicrosPerMillion: 1n, outputMicrosPerMillion: 1n }
  const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 1 }
  expect(priceCall(usage, cheap)).toMatchObject({ chargedMicros: 1n })
})

test('no usage costs nothing', () => {
  expect(priceCall({ promptTokens: 0, cachedTokens: 0, completionTokens: 0 }, price)).toMatchObject({
    chargedMicros: 0n,
  })
})

test('cached tokens in excess of the prompt tokens are not charged', () => {
  const usage = { promptTokens: 10, cachedTokens: 50, completionTokens: 0 }
  expect(priceCall(usage, price)).toMatchObject({ chargedMicros: 3n })
})

test.each([
  [undefined, 'price_missing'],
  [{ ...price, inputMicrosPerMillion: -1n }, 'price_invalid'],
  [{ ...price, cachedInputMicrosPerMillion: -1n }, 'price_invalid'],
  [{ ...price, outputMicrosPerMillion: -1n }, 'price_invalid'],
  [{ ...price, outputMicrosPerMillion: 2n ** 70n }, 'price_invalid'],
])('without a usable price nothing is charged', (unusable, reason) => {
  expect(priceCall({ promptTokens: 1, cachedTokens: 0, completionTokens: 1 }, unusable)).toEqual({
    kind: 'unpriced',
    reason,
  })
})

test('a charge is never negative and never decreases with usage', () => {
  const tokens = fc.nat(2_000_000_000)
  fc.assert(
    fc.property(tokens, tokens, tokens, (promptTokens, completionTokens, more) => {
      const usage = { promptTokens, cachedTokens: 0, completionTokens }
      const larger = { ...usage, completionTokens: completionTokens + more }
      const [charge, largerCharge] = [priceCall(usage, price), priceCall(larger, price)]
      if (charge.kind === 'unpriced' || largerCharge.kind === 'unpriced') throw new Error('expected prices')
      expect(charge.chargedMicros).toBeGreaterThanOrEqual(0n)
      expect(largerCharge.chargedMicros).toBeGreaterThanOrEqual(charge.chargedMicros)
    }),
  )
})

test('a billion credits can be charged, and a micro-credit more is a mistake in the price', () => {
  const usage = { promptTokens: 1_000_000, cachedTokens: 0, completionTokens: 0 }
  const chargedMicros = 1_000_000_000_000_000n
  const dear = (inputMicrosPerMillion: bigint) => priceCall(usage, { ...price, inputMicrosPerMillion })
  expect(dear(chargedMicros)).toMatchObject({ kind: 'priced', chargedMicros })
  expect(dear(chargedMicros + 1n)).toEqual({ kind: 'unpriced', reason: 'price_invalid' })
})
