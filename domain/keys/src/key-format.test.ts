import { randomFillSync } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { isWellFormedKey, keyHint, keyLength, mintKey } from './key-format.ts'

/** A random source that returns the bytes in `first` and then the same byte forever. */
const source = (byte: number, ...first: number[]) => {
  const fills = [...first, byte]
  return (bytes: Uint8Array) => bytes.fill((fills.length > 1 ? fills.shift() : fills[0]) ?? byte)
}

test('a key is the prefix, 32 random characters and the checksum of both', () => {
  // The CRC32 (as in gzip and PNG) of the preceding 41 characters is 3,585,111,259; in base 62 that is 3uclD9.
  expect(mintKey(source(0))).toBe(`svc_live_${'0'.repeat(32)}3uclD9`)
  expect(mintKey(randomFillSync)).toMatch(/^svc_live_[0-9A-Za-z]{38}$/)
  expect(keyLength).toBe(47)
})

test('every character is equally likely: of 256 byte values, four map to each and eight are discarded', () => {
  const counts = new Map<string, number>()
  for (let byte = 0; byte < 256; byte += 1) {
    const character = mintKey(source(0, byte)).charAt(9)
    counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  expect(counts.size).toBe(62)
  // The eight discarded bytes were replaced by zeros.
  expect([...counts].filter(([, count]) => count !== 4)).toEqual([['0', 12]])
})

test('a key with another prefix is not well formed', () => {
  const key = mintKey(randomFillSync)
  expect([isWellFormedKey(key), isWellFormedKey(`acm${key.slice(3)}`)]).toEqual([true, false])
})

test('the hint is the end of the key', () => {
  const key = mintKey(randomFillSync)
  expect(key.endsWith(keyHint(key))).toBe(true)
  expect(keyHint(key)).toHaveLength(4)
})

test.each(['', 'svc_live_', 'x'.repeat(47), 'é'.repeat(47), `svc_live_${'-'.repeat(38)}`])(
  '"%s" is not well formed',
  (text) => {
    expect(isWellFormedKey(text)).toBe(false)
  },
)

test('a key of another length is not well formed, although its checksum is right', () => {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const withChecksum = (text: string) => {
    let [rest, checksum] = [crc32(text), '']
    for (let place = 0; place < 6; place += 1) {
      checksum = `${digits[rest % 62]}${checksum}`
      rest = Math.floor(rest / 62)
    }
    return `${text}${checksum}`
  }
  const wellFormed = [31, 32, 33].map((length) =>
    isWellFormedKey(withChecksum(`svc_live_${'a'.repeat(length)}`)),
  )
  expect(wellFormed).toEqual([false, true, false])
})
