// The JSON grammar over bytes: finds where a value ends without building the value. It accepts exactly what JSON.parse
// accepts, so that the process that checks a text and the one that it forwards the text to agree. Written as plain functions
// over numbers, because every byte of every body passes through them; methods take twice as long.
//
// A function that finds no end returns the complement (~) of the offset at which the text is invalid: a negative
// number.
import { plainEnd } from './long-string.ts'

// Far deeper than any real request, and below the limit of the recursive parsers that a body is forwarded to.
export const depthMax = 512

/** Returned when the nesting exceeds depthMax; not the complement of any offset. */
export const tooDeep = -0x8000_0000

const space = 0x20
export const quote = 0x22
const plus = 0x2b
export const comma = 0x2c
const minus = 0x2d
const dot = 0x2e
const zero = 0x30
export const colon = 0x3a
export const openBracket = 0x5b
export const backslash = 0x5c
export const openBrace = 0x7b

// In ASCII, the code of a closing bracket or brace is that of the opening one plus two.
export const toClosing = 2

const literals: readonly (Uint8Array | undefined)[] = literalsByFirstByte('true', 'false', 'null')

// This many bytes are scanned step by step before the native search is used: it is faster for longer strings, but
// calling it costs more than these steps.
const nearBytes = 1_024

// Most keys and words end within this many bytes, and checking one byte at a time finds their end fastest.
const stepsBeforeBlocks = 16

/** Nonzero for a quote, a backslash, and bytes that no string may contain. */
const special = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < space || byte === quote || byte === backslash ? 1 : 0,
)

// The brackets and braces that are open around the current value. Scanning is synchronous, so all scans share one
// array.
const opened = new Uint8Array(depthMax + 1)

/** Offset of the first byte that is not white space. */
export function spaceEnd(bytes: Buffer, from: number): number {
  let at = from
  for (;;) {
    const byte = bytes[at] ?? 0
    if (byte > space) return at
    // Line feed, carriage return, tab.
    if (byte !== space && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at
    at += 1
  }
}

/** Offset after the value, which white space may precede; `depth` objects and arrays are open around it. */
export function valueEnd(bytes: Buffer, from: number, depth: number): number {
  let level = depth
  let at = from
  for (;;) {
    if (at < 0) return at
    at = spaceEnd(bytes, at)
    const first = bytes[at] ?? 0
    if (first === openBrace || first === openBracket) {
      if (level === depthMax) return tooDeep
      level += 1
      opened[level] = first
      at = spaceEnd(bytes, at + 1)
      if (bytes[at] !== first + toClosing) {
        at = first === openBrace ? keyEnd(bytes, at) : at
        continue
      }
    } else {
      at = scalarEnd(bytes, at, first)
      if (at < 0) return at
    }
    while (level > depth) {
      at = spaceEnd(bytes, at)
      if (bytes[at] !== (opened[level] ?? 0) + toClosing) break
      level -= 1
      at += 1
    }
    if (level === depth) return at
    if (bytes[at] !== comma) return ~at
    at = opened[level] === openBrace ? keyEnd(bytes, spaceEnd(bytes, at + 1)) : at + 1
  }
}

/** Offset after the colon of the key at `from`. */
function keyEnd(bytes: Buffer, from: number): number {
  if (bytes[from] !== quote) return ~from
  const end = stringEnd(bytes, from)
  if (end < 0) return end
  const at = spaceEnd(bytes, end)
  return bytes[at] === colon ? at + 1 : ~at
}

/** Offset after the closing quote of the string that opens at `from`. */
export function stringEnd(bytes: Buffer, from: number): number {
  let at = from + 1
  let patience = nearBytes
  for (;;) {
    const limit = Math.min(at + patience, bytes.length)
    at = closingQuote(bytes, at, limit)
    if (at < 0) return at
    if (at < limit) return at + 1
    const plain = plainEnd(bytes, at)
    if (plain < 0) return plain
    // The native search stopped after a short distance: text with many escapes is scanned faster step by step.
    if (plain < at + nearBytes) patience *= 2
    at = plain
  }
}

/** Offset of the quote that ends the current string, or an offset at or beyond the limit. */
function closingQuote(bytes: Buffer, from: number, limit: number): number {
  let at = from
  for (;;) {
    const near = Math.min(at + stepsBeforeBlocks, limit)
    while (at < near && special[bytes[at] ?? 0] === 0) at += 1
    if (at === near) {
      while (at + 8 <= limit && isPlainBlock(bytes, at)) at += 8
      while (at < limit && special[bytes[at] ?? 0] === 0) at += 1
    }
    if (at >= limit || bytes[at] === quote) return at
    const length = bytes[at] === backslash ? escapeLength(bytes, at) : 0
    if (length === 0) return ~at
    at += length
  }
}

/** Checking eight bytes at a time takes half as long as one by one. */
function isPlainBlock(bytes: Buffer, at: number): boolean {
  const found =
    (special[bytes[at] ?? 0] ?? 0) |
    (special[bytes[at + 1] ?? 0] ?? 0) |
    (special[bytes[at + 2] ?? 0] ?? 0) |
    (special[bytes[at + 3] ?? 0] ?? 0) |
    (special[bytes[at + 4] ?? 0] ?? 0) |
    (special[bytes[at + 5] ?? 0] ?? 0) |
    (special[bytes[at + 6] ?? 0] ?? 0) |
    (special[bytes[at + 7] ?? 0] ?? 0)
  return found === 0
}

function scalarEnd(bytes: Buffer, at: number, first: number): number {
  if (first === quote) return stringEnd(bytes, at)
  if (first === minus || isDigit(first)) return numberEnd(bytes, at)
  return literalEnd(bytes, at, literals[first])
}

function numberEnd(bytes: Buffer, from: number): number {
  let at = bytes[from] === minus ? from + 1 : from
  at = bytes[at] === zero ? at + 1 : digitsEnd(bytes, at)
  if (at >= 0 && bytes[at] === dot) at = digitsEnd(bytes, at + 1)
  if (at < 0) return at
  // e or E
  if (((bytes[at] ?? 0) | 0x20) !== 0x65) return at
  const sign = bytes[at + 1]
  return digitsEnd(bytes, sign === minus || sign === plus ? at + 2 : at + 1)
}

/** Requires at least one digit. */
function digitsEnd(bytes: Buffer, from: number): number {
  let at = from
  while (isDigit(bytes[at] ?? 0)) at += 1
  return at === from ? ~at : at
}

function literalEnd(bytes: Buffer, from: number, literal: Uint8Array | undefined): number {
  if (literal === undefined) return ~from
  for (let index = 1; index < literal.length; index += 1) {
    if (bytes[from + index] !== literal[index]) return ~(from + index)
  }
  return from + literal.length
}

export function isDigit(byte: number): boolean {
  return byte >= zero && byte <= 0x39
}

/** Length of the escape sequence in bytes; 0 if it is not valid JSON. */
export function escapeLength(bytes: Buffer, at: number): number {
  switch (bytes[at + 1] ?? 0) {
    case quote:
    case backslash:
    case 0x2f: // slash
    case 0x62: // b
    case 0x66: // f
    case 0x6e: // n
    case 0x72: // r
    case 0x74: // t
      return 2
    case 0x75: // u
      return areHex(bytes, at + 2, at + 6) ? 6 : 0
    default:
      return 0
  }
}

function areHex(bytes: Buffer, from: number, end: number): boolean {
  for (let at = from; at < end; at += 1) {
    const byte = bytes[at] ?? 0
    const lower = byte | 0x20
    if (!isDigit(byte) && (lower < 0x61 || lower > 0x66)) return false
  }
  return true
}

function literalsByFirstByte(...words: string[]): (Uint8Array | undefined)[] {
  const table = Array.from<Uint8Array | undefined>({ length: 256 })
  for (const word of words) table[word.charCodeAt(0)] = Buffer.from(word)
  return table
}
