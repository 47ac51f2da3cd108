import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, hashFacts } from './facts-hash.ts'
import { countTerms, createSpecificity } from './specificity.ts'

test('equal facts have equal hashes, regardless of key order', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (facts) => {
      const reversed = Object.fromEntries(Object.entries(facts).toReversed())
      expect(hashFacts(reversed).equals(hashFacts(facts))).toBe(true)
    }),
  )
})

test('canonical JSON preserves the value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.stringify(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value))
    }),
  )
  expect(hashFacts({ a: 1 }).equals(hashFacts({ a: 2 }))).toBe(false)
})

test('a more common term is never more specific, and every specificity is positive', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(1_000_000), fc.nat(1_000_000), (talents, a, b) => {
      const of = (having: number) => createSpecificity({ talents, talentsWith: () => having })('x')
      const [few, many] = [Math.min(a, b), Math.max(a, b)]
      expect(of(few)).toBeGreaterThanOrEqual(of(many))
      expect(of(many)).toBeGreaterThan(0)
      expect(Number.isSafeInteger(of(few))).toBe(true)
    }),
  )
  const counts = countTerms([['a', 'b'], ['b']])
  expect([counts.talents, counts.talentsWith('a'), counts.talentsWith('b'), counts.talentsWith('c')]).toEqual(
    [2, 1, 2, 0],
  )
})
