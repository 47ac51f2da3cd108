import { expect, test } from 'vitest'
import { readJson } from './read-json.ts'

test('what Postgres cannot store is removed', () => {
  expect(readJson('{"a":["x\\u0000y",{"b":"\\ud83d."}],"c":"\\ud83d\\ude00"}')).toEqual({
    a: ['xy', { b: '\uFFFD.' }],
    c: '😀',
  })
})

test.each(['', 'No.', '{"a":'])('%j is not JSON', (text) => {
  expect(readJson(text)).toBeUndefined()
})
