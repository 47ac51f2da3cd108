import { expect, test } from 'vitest'
import { JsonCursor, lastStringInside, readString } from './json-cursor.ts'
import { depthMax, tooDeep, valueEnd } from './json-text.ts'

const end = (text: string) => valueEnd(Buffer.from(text), 0, 0)

test('a control character is found at every offset of a long string, at any memory alignment', () => {
  const memory = Buffer.alloc(1_024 * 5 + 16, 'A')
  for (let offset = 0; offset < 4; offset += 1) {
    for (const control of [0x00, 0x0a, 0x1f]) {
      for (let place = 1_000; place < 1_200; place += 1) {
        const bytes = memory.subarray(offset, offset + 5_000)
        bytes.fill('A')
        bytes[0] = bytes[4_999] = 0x22
        expect(valueEnd(bytes, 0, 0)).toBe(5_000)
        bytes[place] = control
        expect(valueEnd(bytes, 0, 0)).toBe(~place)
      }
    }
  }
})

test('non-ASCII bytes in a long string are not mistaken for control characters', () => {
  const text = JSON.stringify('é世😀\u0080'.repeat(1_000))
  expect(end(text)).toBe(Buffer.byteLength(text))
})

test('an escape is found at every offset of a long string', () => {
  for (let place = 1_000; place < 1_100; place += 1) {
    const plain = 'A'.repeat(place)
    expect(end(`"${plain}\\"${plain}"`)).toBe(2 * place + 4)
    expect(end(`"${plain}\\x${plain}"`)).toBe(~(place + 1))
  }
})

test('an unterminated string is invalid at the end of the text', () => {
  for (const text of ['"', '"abc', '"abc\\"', `"${'A'.repeat(100_000)}`]) expect(end(text)).toBe(~text.length)
})

test('text with many escapes takes time proportional to its length', () => {
  const text = Buffer.from(`"${'\\n0123456789'.repeat(400_000)}"`)
  const before = process.threadCpuUsage()
  expect(valueEnd(text, 0, 0)).toBe(text.length)
  // The scan takes about 20 ms; searching for the closing quote again at each escape would take minutes.
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(2_000)
})

test('nesting is accepted up to the limit, whether entered or skipped', () => {
  expect(end('['.repeat(depthMax) + ']'.repeat(depthMax))).toBe(2 * depthMax)
  expect(end('['.repeat(depthMax + 1) + ']'.repeat(depthMax + 1))).toBe(tooDeep)
  const entered = new JsonCursor(Buffer.from(`{"a":${'['.repeat(depthMax)}${']'.repeat(depthMax)}}`))
  entered.enterObject()
  entered.nextMember()
  expect(entered.skipValue()).toBe(false)
  expect(entered.isTooDeep).toBe(true)
})

test('a value that does not end with a string has no last string', () => {
  for (const text of ['{}', '{"a":null}', '{"a":"b","c":1}', '[]', '1', '["a",[]]']) {
    expect(lastStringInside(Buffer.from(text), { start: 0, end: text.length })).toBeUndefined()
  }
})

test('keys with backslashes are read correctly, regardless of earlier keys', () => {
  const keys = (text: string) => {
    const bytes = Buffer.from(text)
    const cursor = new JsonCursor(bytes)
    const found: string[] = []
    cursor.enterObject()
    while (cursor.nextMember() && cursor.skipValue()) {
      found.push(readString(bytes, { start: cursor.keyStart, end: cursor.keyEnd }))
    }
    return found
  }
  expect(keys(String.raw`{"a":1,"\\":2,"\\\"":3}`)).toEqual(['a', '\\', '\\"'])
  expect(keys(String.raw`{"a":1,"\n":2,"\u005c":3}`)).toEqual(['a', '\n', '\\'])
})
