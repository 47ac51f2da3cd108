// Walks through the members of an object and the elements of an array, as deep as one likes, and says where their
// values lie. It never looks back and never throws; once `isBroken`, every step says no.
import {
  backslash,
  colon,
  comma,
  depthMax,
  openBrace,
  openBracket,
  quote,
  spaceEnd,
  stringEnd,
  toClosing,
  tooDeep,
  valueEnd,
} from './json-text.ts'

/** From the first byte up to, and without, `end`. */
export type Span = { readonly start: number; readonly end: number }

export class JsonCursor {
  readonly bytes: Buffer
  /** At the value's first byte, after nextMember and nextElement; behind the value, after skipValue. */
  position: number
  isBroken = false
  isTooDeep = false
  /** The key last read, quotes included. */
  keyStart = 0
  keyEnd = 0
  #depth = 0
  #isFirst = false

  constructor(bytes: Buffer, position = 0) {
    this.bytes = bytes
    this.position = position
  }

  enterObject(): boolean {
    return this.#enter(openBrace)
  }

  enterArray(): boolean {
    return this.#enter(openBracket)
  }

  /** Reads the next key of the object and stands at its value; false behind the object's end. */
  nextMember(): boolean {
    if (!this.#next(openBrace)) return false
    const { bytes, position } = this
    if (bytes[position] !== quote) return this.#fail(~position)
    const end = stringEnd(bytes, position)
    if (end < 0) return this.#fail(end)
    const colonAt = spaceEnd(bytes, end)
    if (bytes[colonAt] !== colon) return this.#fail(~colonAt)
    this.keyStart = position
    this.keyEnd = end
    this.position = spaceEnd(bytes, colonAt + 1)
    return true
  }

  /** Stands at the next element of the array; false behind the array's end. */
  nextElement(): boolean {
    return this.#next(openBracket)
  }

  /** The byte the value begins with; its kind follows from that. */
  peek(): number {
    return this.bytes[this.position] ?? 0
  }

  skipValue(): boolean {
    if (this.isBroken) return false
    const end = valueEnd(this.bytes, this.position, this.#depth)
    if (end < 0) return this.#fail(end)
    this.position = end
    return true
  }

  /** Whether nothing but white space follows. */
  isAtEnd(): boolean {
    if (this.isBroken) return false
    this.position = spaceEnd(this.bytes, this.position)
    return this.position === this.bytes.length
  }

  #enter(opening: number): boolean {
    if (this.isBroken) return false
    const at = spaceEnd(this.bytes, this.position)
    if (this.bytes[at] !== opening) return this.#fail(~at)
    if (this.#depth === depthMax) return this.#fail(tooDeep)
    this.#depth += 1
    this.position = at + 1
    this.#isFirst = true
    return true
  }

  #next(opening: number): boolean {
    if (this.isBroken) return false
    const { bytes } = this
    const at = spaceEnd(bytes, this.position)
    const isFirst = this.#isFirst
    this.#isFirst = false
    if (bytes[at] === opening + toClosing) {
      this.#depth -= 1
      this.position = at + 1
      return false
    }
    if (!isFirst && bytes[at] !== comma) return this.#fail(~at)
    this.position = isFirst ? at : spaceEnd(bytes, at + 1)
    return true
  }

  #fail(end: number): false {
    this.isBroken = true
    if (end === tooDeep) this.isTooDeep = true
    else this.position = ~end
    return false
  }
}

/** What the string at that place means, quotes included in the span. */
export function readString(bytes: Buffer, { start, end }: Span): string {
  if (!hasBackslash(bytes, start, end)) return bytes.toString('utf8', start + 1, end - 1)
  return JSON.parse(bytes.toString('utf8', start, end)) as string
}

export function hasBackslash(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    if (bytes[at] === backslash) return true
  }
  return false
}

/** The inside of the string that a value ends with, be it the value itself or the last within it. */
export function lastStringInside(bytes: Buffer, { start, end }: Span): Span | undefined {
  let closing = end - 1
  while (closing > start && isClosing(bytes[closing] ?? 0)) closing -= 1
  if (bytes[closing] !== quote) return undefined
  // A quote within a string is escaped, and before the quote that opens one there is no backslash.
  let opening = closing - 1
  while (opening >= start && (bytes[opening] !== quote || bytes[opening - 1] === backslash)) opening -= 1
  return opening < start ? undefined : { start: opening + 1, end: closing }
}

function isClosing(byte: number): boolean {
  return byte === openBrace + toClosing || byte === openBracket + toClosing
}
