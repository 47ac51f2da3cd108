import { expect, test } from 'vitest'
import { isAllowedOrigin, localHosts } from './is-allowed-origin.ts'

const allowed = [...localHosts, 'console.example.com']

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
