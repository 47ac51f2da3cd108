import { expect, test } from 'vitest'
import { isStorable, toStorable } from './storable-text.ts'

test.each([
  ['plain', true],
  ['😀', true],
  ['', true],
  ['a\0b', false],
  ['\ud83d', false],
])('%j can be stored: %s', (text, expected) => {
  expect(isStorable(text)).toBe(expected)
})

test('every string and every key of a JSON value is repaired', () => {
  const value: unknown = JSON.parse(
    '{"a\\u0000":["x\\u0000y",{"b":"\\ud83d."}],"c":"\\ud83d\\ude00","d":[1,null,true]}',
  )
  expect(toStorable(value)).toEqual({ a: ['xy', { b: '\uFFFD.' }], c: '😀', d: [1, null, true] })
})

test('a key that names a prototype stays a key', () => {
  const repaired = toStorable(JSON.parse('{"__proto__":{"a":1}}'))
  expect(JSON.stringify(repaired)).toBe('{"__proto__":{"a":1}}')
})
