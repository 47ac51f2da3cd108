import { expect, test } from 'vitest'
import { parseProviderUrl } from './provider-url.ts'

test.each([
  ['https://provider.example/v1', 'https://provider.example/v1'],
  ['https://provider.example/v1/', 'https://provider.example/v1'],
  ['http://127.0.0.1:8090/v1', 'http://127.0.0.1:8090/v1'],
  ['https://provider.example', 'https://provider.example'],
  ['https://provider.example/openai/deployments/x/', 'https://provider.example/openai/deployments/x'],
])('%s is used as %s', (text, used) => {
  expect(parseProviderUrl(text)).toBe(used)
})

test.each([
  '',
  'provider.example/v1',
  'ftp://provider.example/v1',
  'file:///etc/passwd',
  'https://user:word@provider.example/v1',
  'https://provider.example/v1?key=1',
  'https://provider.example/v1#part',
])('%s is not a valid base URL', (text) => {
  expect(parseProviderUrl(text)).toBeUndefined()
})
