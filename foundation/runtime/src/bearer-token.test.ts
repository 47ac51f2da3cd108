import { expect, test } from 'vitest'
import { parseBearerToken } from './bearer-token.ts'

test.each(['Bearer abc', 'bearer abc', 'BEARER abc', 'bEaReR   abc'])('"%s" presents abc', (header) => {
  expect(parseBearerToken(header)).toBe('abc')
})

test.each([
  undefined,
  '',
  'Bearer',
  'Bearer ',
  'Bearerabc',
  'Bearer\tabc',
  ' Bearer abc',
  'Bearer abc ',
  'Bearer abc def',
  'Bearer abc\nBearer def',
  'Basic abc',
  'Token abc',
  'abc',
])('%j presents nothing that could be a key', (header) => {
  expect(parseBearerToken(header) ?? '').not.toMatch(/^\w+$/)
})

test('parsing a long header takes linear time', () => {
  const startedMs = performance.now()
  expect(parseBearerToken(`Bearer ${' '.repeat(1_000_000)}`)).toBeUndefined()
  expect(performance.now() - startedMs).toBeLessThan(2_000)
})
