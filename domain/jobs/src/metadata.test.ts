import { expect, test } from 'vitest'
import { checkMetadata } from './metadata.ts'

test('a map of scalars is returned unchanged', () => {
  const metadata = { team: 'north', size: 4, isOpen: true, note: null }
  expect(checkMetadata(metadata)).toEqual(metadata)
})

test.each([
  [null],
  [['a']],
  ['text'],
  [{ nested: {} }],
  [{ long: 'x'.repeat(501) }],
  [{ '': 1 }],
  [{ nul: '\0' }],
  [Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, index]))],
])('%s is refused', (value) => {
  expect(() => checkMetadata(value)).toThrow('metadata is an object')
})
