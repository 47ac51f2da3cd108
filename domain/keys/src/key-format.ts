// `svc_live_` + 32 random characters + 6 characters of checksum. The checksum detects a typing mistake without a
// database query; the fixed prefix lets secret scanners find a key that was published by mistake.
//
// CRC32 detects every error burst of up to 32 bits. So one wrong character, or two swapped neighbours, in the covered
// text is always detected; so is one wrong character in the checksum, because each number has only one spelling. A swap
// of the last random character with the first of the checksum can pass: about once in 10⁹ such swaps.
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 32
const checksumLength = 6
const hintLength = 4
const prefix = 'svc_live_'
// 248 = 4 × 62: using higher bytes would make the first characters of the alphabet more likely than the rest.
const unbiasedBelow = 256 - (256 % alphabet.length)

export const keyLength = prefix.length + randomLength + checksumLength

export type FillRandom = (bytes: Uint8Array) => unknown

export function mintKey(fillRandom: FillRandom): string {
  const unchecked = `${prefix}${randomCharacters(fillRandom)}`
  return `${unchecked}${checksum(unchecked)}`
}

/** Whether the text has the form of a key; only the database can tell whether the key exists. */
export function isWellFormedKey(text: string): boolean {
  if (text.length !== keyLength || !text.startsWith(prefix)) return false
  if (!/^[0-9A-Za-z]+$/.test(text.slice(prefix.length))) return false
  return checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength)
}

/**
 * The part of a key that may be shown: four characters of the checksum, which leave 166 of the 190 random bits unknown.
 */
export function keyHint(rawKey: string): string {
  return rawKey.slice(-hintLength)
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
