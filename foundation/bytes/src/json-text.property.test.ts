import { isUtf8 } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyKeyText, damaged, jsonText, objectText, stringText } from './testing/arbitrary-json.ts'
import { JsonCursor, lastStringInside, readString } from './json-cursor.ts'
import { spaceEnd, valueEnd } from './json-text.ts'

// On a busy machine the many cases exceed the default timeout.
const patient = { timeout: 30_000 }

function isTaken(bytes: Buffer): boolean {
  const end = valueEnd(bytes, 0, 0)
  return end >= 0 && spaceEnd(bytes, end) === bytes.length
}

function isTakenByParser(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8'))
    return true
  } catch {
    return false
  }
}

test('exactly what JSON.parse accepts is accepted', patient, () => {
  const texts = fc.oneof(
    jsonText.map((text) => Buffer.from(text)),
    damaged(jsonText),
    damaged(stringText),
    fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
    fc
      .string({ maxLength: 12, unit: fc.constantFrom(...'{}[]",:0-1.e+tru n\\'.split('')) })
      .map((text) => Buffer.from(text)),
  )
  fc.assert(
    fc.property(texts, (bytes) => {
      fc.pre(isUtf8(bytes))
      expect(isTaken(bytes)).toBe(isTakenByParser(bytes))
    }),
    { numRuns: 3_000 },
  )
})

test('every member has the value that JSON.parse finds', patient, () => {
  const members = fc.array(fc.record({ key: anyKeyText, value: jsonText }), { maxLength: 6 })
  const cases = members.chain((list) => fc.tuple(fc.constant(list), objectText(list)))
  fc.assert(
    fc.property(cases, ([list, text]) => {
      const bytes = Buffer.from(text)
      const cursor = new JsonCursor(bytes)
      const found: { key: string; value: unknown }[] = []
      expect(cursor.enterObject()).toBe(true)
      while (cursor.nextMember()) {
        const key = readString(bytes, { start: cursor.keyStart, end: cursor.keyEnd })
        const start = cursor.position
        expect(cursor.skipValue()).toBe(true)
        found.push({ key, value: JSON.parse(bytes.toString('utf8', start, cursor.position)) })
      }
      expect(cursor.isAtEnd()).toBe(true)
      expect(found).toEqual(
        list.map(({ key, value }) => ({
          key: JSON.parse(key) as string,
          value: JSON.parse(value) as unknown,
        })),
      )
    }),
    { numRuns: 700 },
  )
})

test('the string that ends a value is found regardless of its content and nesting', patient, () => {
  const wrapping = fc.constantFrom(
    ['', ''],
    ['{"a":', '}'],
    ['[1,"x",', ']'],
    ['{"b":[{"c":"\\\\","d":', '}]}'],
  )
  fc.assert(
    fc.property(stringText, wrapping, (string, [before = '', after = '']) => {
      const bytes = Buffer.from(before + string + after)
      const inside = lastStringInside(bytes, { start: 0, end: bytes.length })
      expect(bytes.toString('utf8', inside?.start, inside?.end)).toBe(string.slice(1, -1))
    }),
    { numRuns: 700 },
  )
})
