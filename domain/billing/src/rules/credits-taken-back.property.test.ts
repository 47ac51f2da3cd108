import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exceptExpired, excessMicros } from './credits-taken-back.ts'

const small = { creditsMicros: 500_000_000n, priceMinor: 4_000n }
const large = { creditsMicros: 2_000_000_000n, priceMinor: 12_000n }
const paid = (planLinesMinor: bigint, takenBackMinor = 0n) => ({
  planLinesMinor,
  amountMinor: planLinesMinor > 0n ? planLinesMinor : 0n,
  takenBackMinor,
})

test('paid grants are not excess, and refunded money does not count', () => {
  const shares = { sharesMicros: 500_000_000n, rates: [small] }
  expect(excessMicros({ ...shares, money: [paid(4_000n)] })).toBe(0n)
  expect(excessMicros({ ...shares, money: [paid(4_000n, 1_000n)] })).toBe(125_000_000n)
  expect(excessMicros({ ...shares, money: [] })).toBe(500_000_000n)
})

test('credited time that was never paid counts at the best rate', () => {
  // The unused time of Small was credited although it had never been paid for, and the credit was spent on Large.
  const money = [paid(-2_000n), paid(2_000n)]
  expect(excessMicros({ sharesMicros: 333_333_333n - 250_000_000n, money, rates: [small, large] })).toBe(
    83_333_333n,
  )
})

test('the sum of what invoices grant at their own rates never counts as excess', () => {
  const invoice = fc.record({
    rate: fc.constantFrom(small, large),
    minor: fc.bigInt({ min: 1n, max: 50_000n }),
    backPart: fc.bigInt({ min: 0n, max: 100n }),
  })
  fc.assert(
    fc.property(fc.array(invoice, { minLength: 1, maxLength: 20 }), (invoices) => {
      const shares = invoices.map(({ rate, minor, backPart }) => {
        const granted = (rate.creditsMicros * minor) / rate.priceMinor
        const back = (minor * backPart) / 100n
        return { micros: granted - (granted * back + minor - 1n) / minor, money: paid(minor, back) }
      })
      const sharesMicros = shares.reduce((sum, { micros }) => sum + micros, 0n)
      const money = shares.map((share) => share.money)
      expect(excessMicros({ sharesMicros, money, rates: [small, large] })).toBe(0n)
    }),
  )
})

test('a free plan has no rate, whatever it grants', () => {
  const free = { creditsMicros: 20_000_000n, priceMinor: 0n }
  const shares = { sharesMicros: 500_000_000n, money: [paid(4_000n)] }
  for (const rates of [
    [small, free],
    [free, small],
  ])
    expect(excessMicros({ ...shares, rates })).toBe(0n)
  expect(excessMicros({ ...shares, rates: [free] })).toBe(500_000_000n)
})

test('money that was credited is rounded down, so that the excess is never too small', () => {
  // One cent is worth 166,666.67 micro-credits.
  expect(excessMicros({ sharesMicros: 0n, money: [paid(-1n)], rates: [large] })).toBe(166_667n)
  expect(excessMicros({ sharesMicros: 0n, money: [paid(-3n)], rates: [large] })).toBe(500_000n)
})

test('what is taken back and what expired never exceed the grant, and nothing that is left is spared', () => {
  const amounts = fc
    .bigInt({ min: 1n, max: 1_000_000n })
    .chain((granted) =>
      fc.tuple(
        fc.constant(granted),
        fc.bigInt({ min: 0n, max: granted }),
        fc.bigInt({ min: 0n, max: granted }),
      ),
    )
  fc.assert(
    fc.property(amounts, ([grantedMicros, expiredMicros, share]) => {
      const { takenMicros, notTakenMicros } = exceptExpired(share, { grantedMicros, expiredMicros })
      expect(takenMicros).toBeGreaterThanOrEqual(0n)
      expect(takenMicros + expiredMicros <= grantedMicros).toBe(true)
      expect(takenMicros + notTakenMicros).toBe(share)
      expect(notTakenMicros > 0n).toBe(share + expiredMicros > grantedMicros)
    }),
  )
})

test('what a negative grant gives back is not limited by expiry', () => {
  const share = exceptExpired(-40n, { grantedMicros: -100n, expiredMicros: 0n })
  expect(share).toEqual({ takenMicros: -40n, notTakenMicros: 0n })
})
