import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWellFormedKey, mintKey } from './key-format.ts'

const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
const alphabet = printable.filter((character) => /[0-9A-Za-z]/.test(character))

// Position of the last random character. Swapping it with the next character, the first of the checksum, is the only
// swap that changes both the checksum and the text that it is computed from.
const boundary = 40

const key = fc.uint8Array({ minLength: 32, maxLength: 32, max: 247 }).map((chosen) =>
  mintKey((bytes) => {
    bytes.set(chosen)
  }),
)

const withCharacter = (text: string, position: number, character: string) =>
  `${text.slice(0, position)}${character}${text.slice(position + 1)}`

const withSwap = (text: string, position: number) =>
  `${text.slice(0, position)}${text.charAt(position + 1)}${text.charAt(position)}${text.slice(position + 2)}`

test('every minted key is well formed', () => {
  fc.assert(
    fc.property(key, (minted) => {
      expect(isWellFormedKey(minted)).toBe(true)
    }),
  )
})

const swapsAt = (minted: string, positions: readonly number[]) =>
  positions.map((position) => withSwap(minted, position)).filter((swapped) => swapped !== minted)

test('every change of a single character is detected, at any position', () => {
  let tried = 0
  const passed: string[] = []
  fc.assert(
    fc.property(key, (minted) => {
      for (let position = 0; position < minted.length; position += 1) {
        const others = printable.filter((character) => character !== minted.charAt(position))
        const changed = others.map((character) => withCharacter(minted, position, character))
        tried += changed.length
        passed.push(...changed.filter((text) => isWellFormedKey(text)))
      }
    }),
    { numRuns: 20 },
  )
  expect(passed).toEqual([])
  expect(tried).toBe(20 * 47 * 94)
})

test('every swap of two different neighbours is detected, except possibly where the checksum begins', () => {
  const positions = Array.from({ length: 46 }, (_, position) => position).filter((at) => at !== boundary)
  fc.assert(
    fc.property(key, (minted) => {
      expect(swapsAt(minted, positions).filter((swapped) => isWellFormedKey(swapped))).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('where the checksum begins, at least 99.99 % of swaps are refused', () => {
  let tried = 0
  let passed = 0
  fc.assert(
    fc.property(key, (minted) => {
      const swaps = swapsAt(minted, [boundary])
      tried += swaps.length
      passed += swaps.filter((swapped) => isWellFormedKey(swapped)).length
    }),
    { numRuns: 12_000 },
  )
  expect(tried).toBeGreaterThan(10_000)
  expect(passed / tried).toBeLessThanOrEqual(0.0001)
})

test('an invented key is refused, except once in four thousand million', () => {
  const invented = fc.string({ unit: fc.constantFrom(...alphabet), minLength: 38, maxLength: 38 })
  fc.assert(
    fc.property(invented, (text) => {
      expect(isWellFormedKey(`svc_live_${text}`)).toBe(false)
    }),
  )
})
