// Finds the few keys that a reader needs among those of an object, without creating a string for each.
import { type JsonCursor, hasBackslash, readString } from './json-cursor.ts'
import { backslash } from './json-text.ts'

export type KnownKey<Name extends string> = {
  readonly name: Name
  /**
   * Whether the key is spelled with different case. Most parsers treat such a key as a different one, some (Go's) as
   * the same.
   */
  readonly isMisspelt: boolean
}

type Entry<Name extends string> = {
  bytes: Uint8Array
  exact: KnownKey<Name>
  misspelt: KnownKey<Name>
}

// An escaped letter takes six bytes instead of one.
const escapeGrowth = 5

export class KeyTable<Name extends string> {
  readonly #byLength: readonly (readonly Entry<Name>[])[]
  readonly #byFoldedName: ReadonlyMap<string, Entry<Name>>
  readonly #escapedLengthMin: number

  /** Names must be in lower case. */
  constructor(names: readonly Name[]) {
    const entries = names.map((name) => ({
      bytes: Buffer.from(name),
      exact: { name, isMisspelt: false },
      misspelt: { name, isMisspelt: true },
    }))
    const lengths = names.map((name) => name.length)
    this.#byLength = Array.from({ length: Math.max(...lengths) + 1 }, (_, length) =>
      entries.filter(({ bytes }) => bytes.length === length),
    )
    this.#byFoldedName = new Map(entries.map((entry) => [entry.exact.name, entry]))
    this.#escapedLengthMin = Math.min(...lengths) + escapeGrowth
  }

  /** Returns the name of the key the cursor has just read, if it is in the table with the same spelling. */
  findExact({ bytes, keyStart, keyEnd }: JsonCursor): Name | undefined {
    const length = keyEnd - keyStart - 2
    const candidates = this.#byLength[length]
    if (candidates !== undefined) {
      for (const entry of candidates) {
        if (isAt(bytes, keyStart + 1, entry.bytes)) return entry.exact.name
      }
    }
    if (length < this.#escapedLengthMin || !hasBackslash(bytes, keyStart, keyEnd)) return undefined
    const key = this.#findText(readString(bytes, { start: keyStart, end: keyEnd }))
    return key?.isMisspelt === false ? key.name : undefined
  }

  /** Finds the key ignoring case. */
  find({ bytes, keyStart, keyEnd }: JsonCursor): KnownKey<Name> | undefined {
    if (!isPlain(bytes, keyStart, keyEnd)) {
      return this.#findText(readString(bytes, { start: keyStart, end: keyEnd }))
    }
    const candidates = this.#byLength[keyEnd - keyStart - 2]
    if (candidates === undefined) return undefined
    for (const entry of candidates) {
      const difference = differenceOf(bytes, keyStart + 1, entry.bytes)
      if (difference !== 'all') return difference === 'none' ? entry.exact : entry.misspelt
    }
    return undefined
  }

  #findText(text: string): KnownKey<Name> | undefined {
    // Both conversions are needed: the long s has an ASCII form only in upper case, the Kelvin sign only in lower case.
    const entry = this.#byFoldedName.get(text.toUpperCase().toLowerCase())
    if (entry === undefined) return undefined
    return text === entry.exact.name ? entry.exact : entry.misspelt
  }
}

/** Whether the key is ASCII without escapes. */
function isPlain(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte >= 0x80 || byte === backslash) return false
  }
  return true
}

function isAt(bytes: Buffer, start: number, name: Uint8Array): boolean {
  for (let index = 0; index < name.length; index += 1) {
    if (bytes[start + index] !== name[index]) return false
  }
  return true
}

function differenceOf(bytes: Buffer, start: number, name: Uint8Array): 'none' | 'case' | 'all' {
  let difference = 0
  for (let index = 0; index < name.length; index += 1) {
    difference |= (bytes[start + index] ?? 0) ^ (name[index] ?? 0)
    if ((difference & ~0x20) !== 0) return 'all'
  }
  return difference === 0 ? 'none' : 'case'
}
