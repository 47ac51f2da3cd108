import { randomFillSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { isWellFormedKey, keyHint, keyLength, mintKey } from './key-format.ts'

/** A source of chance that gives the same byte again and again, after the ones given first. */
const source = (byte: number, ...first: number[]) => {
  const fills = [...first, byte]
  return (bytes: Uint8Array) => bytes.fill((fills.length > 1 ? fills.shift() : fills[0]) ?? byte)
}

test('a key is the prefix, 32 random characters and the checksum of both', () => {
  // The CRC32 of the 41 characters before, as gzip and PNG compute it, is 3,585,111,259; in base 62 that is 3uclD9.
  expect(mintKey(source(0))).toBe(`svc_live_${'0'.repeat(32)}3uclD9`)
  expect(mintKey(randomFillSync)).toMatch(/^svc_live_[0-9A-Za-z]{38}$/)
  expect(mintKey(randomFillSync, 'acme')).toMatch(/^acme_live_[0-9A-Za-z]{38}$/)
  expect([keyLength(), keyLength('acme')]).toEqual([47, 48])
})

test('every character is equally likely: of 256 bytes four stand for each and eight are thrown away', () => {
  const counts = new Map<string, number>()
  for (let byte = 0; byte < 256; byte += 1) {
    const character = mintKey(source(0, byte)).charAt(9)
    counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  expect(counts.size).toBe(62)
  // The eight were followed by zeros.
  expect([...counts].filter(([, count]) => count !== 4)).toEqual([['0', 12]])
})

test('a key of another prefix is none of ours', () => {
  const key = mintKey(randomFillSync, 'acme')
  expect([isWellFormedKey(key, 'acme'), isWellFormedKey(key)]).toEqual([true, false])
  expect(() => mintKey(randomFillSync, 'Ac_me')).toThrow(expect.objectContaining({ kind: 'internal' }))
})

test('the hint is the end of the key', () => {
  const key = mintKey(randomFillSync)
  expect(key.endsWith(keyHint(key))).toBe(true)
  expect(keyHint(key)).toHaveLength(4)
})

test.each(['', 'svc_live_', 'x'.repeat(47), 'é'.repeat(47), `svc_live_${'-'.repeat(38)}`])(
  '"%s" is no key',
  (text) => {
    expect(isWellFormedKey(text)).toBe(false)
  },
)
