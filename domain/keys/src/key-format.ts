// `svc_live_` + 32 random characters + 6 characters of checksum. The checksum finds a typing mistake without a
// question to the database; the fixed beginning lets secret scanners find a key that was published by mistake.
//
// CRC32 finds every error within 32 neighbouring bits. One wrong character, or two neighbours swapped, among those
// that it covers is always found, and so is one among its own six, because a number is written in one way only. What
// can pass is a swap of the last random character with the first of the checksum: once in about 10⁹ such swaps.
import { crc32 } from 'node:zlib'
import { assert } from '@gatehouse/runtime/assert'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 32
const checksumLength = 6
const hintLength = 4
const defaultPrefix = 'svc'
// 248 = 4 × 62: a byte from there on would make the first characters of the alphabet likelier than the rest.
const unbiasedBelow = 256 - (256 % alphabet.length)

export type FillRandom = (bytes: Uint8Array) => unknown

export function mintKey(fillRandom: FillRandom, prefix = defaultPrefix): string {
  assert(/^[a-z][a-z0-9]*$/.test(prefix), 'the prefix of keys is one word of small letters')
  const unchecked = `${beginning(prefix)}${randomCharacters(fillRandom)}`
  return `${unchecked}${checksum(unchecked)}`
}

/** Whether the text could be a key: whether it is one, only the database knows. */
export function isWellFormedKey(text: string, prefix = defaultPrefix): boolean {
  const start = beginning(prefix)
  if (text.length !== keyLength(prefix) || !text.startsWith(start)) return false
  if (!/^[0-9A-Za-z]+$/.test(text.slice(start.length))) return false
  return checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength)
}

export function keyLength(prefix = defaultPrefix): number {
  return beginning(prefix).length + randomLength + checksumLength
}

/** What people may see of a key: four characters of the checksum, which leave 166 of its 190 random bits unknown. */
export function keyHint(rawKey: string): string {
  return rawKey.slice(-hintLength)
}

function beginning(prefix: string): string {
  return `${prefix}_live_`
}

function randomCharacters(fillRandom: FillRandom): string {
  const bytes = new Uint8Array(2 * randomLength)
  let characters = ''
  while (characters.length < randomLength) {
    fillRandom(bytes)
    for (const byte of bytes) {
      if (byte < unbiasedBelow && characters.length < randomLength)
        characters += alphabet[byte % alphabet.length]
    }
  }
  return characters
}

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < checksumLength; place += 1) {
    digits = `${alphabet[rest % alphabet.length]}${digits}`
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}
