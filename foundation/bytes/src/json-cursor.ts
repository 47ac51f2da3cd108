// Iterates over the members of an object and the elements of an array at any depth, and gives the offsets of their
// values. It only moves forward and never throws; once `isBroken`, every step returns false.
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

/** A range of bytes; `end` is exclusive. */
export type Span = { readonly start: number; readonly end: number }

export class JsonCursor {
  readonly bytes: Buffer
  /**
   * After nextMember and nextElement, the offset of the value's first byte; after skipValue, the offset of the byte
   * that follows the value.
   */
  position: number
  isBroken = false
  isTooDeep = false
  /** Span of the last key read, quotes included. */
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

  /** Reads the next key and moves to its value; returns false after moving past the end of the object. */
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

  /** Moves to the next element; returns false after moving past the end of the array. */
  nextElement(): boolean {
    return this.#next(openBracket)
  }

  /** The first byte of the value, which determines its type. */
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

  /** Whether only white space follows. */
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

/** Decodes the string at the span, which includes the quotes. */
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

/**
 * Returns the span, without quotes, of the string at the end of a value: the value itself, or the last string nested in
 * it.
 */
export function lastStringInside(bytes: Buffer, { start, end }: Span): Span | undefined {
  let closing = end - 1
  while (closing > start && isClosing(bytes[closing] ?? 0)) closing -= 1
  if (bytes[closing] !== quote) return undefined
  // Quotes inside a string are escaped, and an opening quote is never preceded by a backslash.
  let opening = closing - 1
  while (opening >= start && (bytes[opening] !== quote || bytes[opening - 1] === backslash)) opening -= 1
  return opening < start ? undefined : { start: opening + 1, end: closing }
}

function isClosing(byte: number): boolean {
  return byte === openBrace + toClosing || byte === openBracket + toClosing
}

/**
 * Returns the first of these fields that the object has at its top level, as spelled in the list. The comparison
 * ignores case, because lenient parsers do. The body must already have been scanned.
 */
export function findTopLevelField(body: Buffer, names: readonly string[]): string | undefined {
  return findTopLevelFields(body, names, 1)[0]
}

/** Returns all of these fields that the object has, in the order in which they first appear. */
export function findTopLevelFields(
  body: Buffer,
  names: readonly string[],
  countMax = names.length,
): string[] {
  const folded = new Map(names.map((name) => [foldName(name), name]))
  const found = new Set<string>()
  const cursor = new JsonCursor(body)
  cursor.enterObject()
  while (found.size < countMax && cursor.nextMember()) {
    const key = readString(body, { start: cursor.keyStart, end: cursor.keyEnd })
    const name = folded.get(foldName(key))
    if (name !== undefined) found.add(name)
    cursor.skipValue()
  }
  return [...found]
}

/** Names that differ only in case are folded to the same name. */
export function foldName(name: string): string {
  return name.toUpperCase().toLowerCase()
}
