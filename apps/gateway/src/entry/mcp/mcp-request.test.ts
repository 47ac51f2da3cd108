import { expect, test } from 'vitest'
import { isAllowedOrigin } from './mcp-request.ts'
import { parseMessage } from './parse-message.ts'

const allowed = ['localhost', '127.0.0.1', '[::1]', 'console.example.com']

test.each([
  undefined,
  'http://localhost:3000',
  'http://[::1]:8080',
  'https://console.example.com',
  'https://CONSOLE.example.com',
])('%s may call', (origin) => {
  expect(isAllowedOrigin(origin, allowed)).toBe(true)
})

test.each([
  'null',
  '',
  'http://evil.example.com',
  'https://console.example.com.evil.example',
  'localhost',
  'file://',
])('%s may not call', (origin) => {
  expect(isAllowedOrigin(origin, allowed)).toBe(false)
})

const read = (text: string) => parseMessage(Buffer.from(text))
const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`

test('a message is its parsed JSON', () => {
  expect(read('{"id":1,"text":"[[{\\"\\\\"}')).toEqual({ id: 1, text: '[[{"\\' })
})

test.each(['', '{', 'null', '7', '"x"', '[]', '[{"id":1},{"id":2}]'])('%s is not a message', (text) => {
  expect(() => read(text)).toThrow('http.body_invalid')
})

test('a message nested too deeply is refused, and brackets in strings do not count', () => {
  expect(read(nested(600))).toHaveProperty('a')
  expect(() => read(nested(601))).toThrow('nested deeper')
  expect(() => read('['.repeat(1_000_000))).toThrow('nested deeper')
  expect(read(JSON.stringify({ text: '['.repeat(10_000) }))).toHaveProperty('text')
})
