import { expect, test } from 'vitest'
import { formatExact } from './credits.ts'
import { formatExactSums, recomputeCharge } from './receipt-arithmetic.ts'

const price = {
  inputPerMillion: '2.500000',
  cachedInputPerMillion: '0.250000',
  outputPerMillion: '10.000000',
}

test('the charge is the exact sum of all classes, rounded up once', () => {
  const sum = recomputeCharge({ promptTokens: 5_301, cachedTokens: 4_096, completionTokens: 512, price })
  expect(sum.lines.map(({ tokens }) => tokens)).toEqual([1_205, 4_096, 512])
  expect(formatExactSums([...sum.lines.map(({ exact }) => exact), sum.exact])).toEqual([
    '0.0030125',
    '0.0010240',
    '0.0051200',
    '0.0091565',
  ])
  expect(formatExact(sum.chargedMicros)).toBe('0.009157')
})

test('more cached than prompt tokens do not make the input negative', () => {
  const { lines } = recomputeCharge({ promptTokens: 10, cachedTokens: 12, completionTokens: 0, price })
  expect(lines.map(({ tokens }) => tokens)).toEqual([0, 10, 0])
})

test('amounts beyond the range of a float stay exact', () => {
  const { chargedMicros, exact } = recomputeCharge({
    promptTokens: 2_000_000_000,
    cachedTokens: 0,
    completionTokens: 1,
    price: { ...price, inputPerMillion: '9007199254.740993' },
  })
  expect(formatExactSums([exact])).toEqual(['18,014,398,509,481.986010'])
  expect(formatExact(chargedMicros)).toBe('18,014,398,509,481.986010')
})
