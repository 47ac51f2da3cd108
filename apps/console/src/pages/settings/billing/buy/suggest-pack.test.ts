import { expect, test } from 'vitest'
import { suggestPack } from './suggest-pack.ts'

const packs = [
  { id: 'large', credits: 1_000 },
  { id: 'small', credits: 50 },
  { id: 'medium', credits: 250 },
]

test.each([
  ['no usage', '10.000000', '0.000000', 'small'],
  ['30 days need 150 credits', '0.000000', '35.000000', 'medium'],
  ['the balance covers a part', '110.000000', '35.000000', 'small'],
  ['a debt is added', '-101.000000', '35.000000', 'large'],
  ['exactly enough', '0.000000', '58.333333', 'medium'],
  ['more than any pack', '0.000000', '700.000000', 'large'],
])('%s', (_, balance, spent, expected) => {
  expect(suggestPack(packs, { balance, spent })?.id).toBe(expected)
})

test('without packs there is no suggestion', () => {
  expect(suggestPack([], { balance: '0', spent: '0' })).toBeUndefined()
})
