import { expect, test } from 'vitest'
import { readJson } from './read-json.ts'

test('what no database stores is taken out of every text', () => {
  expect(readJson('{"a":["x\\u0000y",{"b":"\\ud83d."}],"c":"\\ud83d\\ude00"}')).toEqual({
    a: ['xy', { b: '\uFFFD.' }],
    c: '😀',
  })
})

test.each(['', 'No.', '{"a":'])('%j is no JSON', (text) => {
  expect(readJson(text)).toBeUndefined()
})
