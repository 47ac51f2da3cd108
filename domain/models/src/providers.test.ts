import { expect, test } from 'vitest'
import { isExpectedModel, parseProviderUrl, proposeRejectedFields } from './providers.ts'

test('an aggregator is recognised by its host, and nothing is proposed for an unknown provider', () => {
  expect(proposeRejectedFields('https://openrouter.ai/api/v1')).toContain('models')
  expect(proposeRejectedFields('https://eu.openrouter.ai/api/v1')).toContain('provider')
  expect(proposeRejectedFields('https://notopenrouter.ai/v1')).toEqual([])
  expect(proposeRejectedFields('http://127.0.0.1:8090/v1')).toEqual([])
})

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

test.each([
  ['the requested name', [], 'gpt-x', true],
  ['the requested name with a date', [], 'gpt-x-2026-08-06', true],
  ['the requested name with a folder and in another case', [], 'vendor/GPT-X', true],
  ['another model', [], 'gpt-mini', false],
  ['a name in the list', ['big', 'small*'], 'big', true],
  ['a name that matches a prefix in the list', ['big', 'small*'], 'vendor/other', false],
  ['a prefix', ['big', 'small*'], 'Small-2', true],
  ['the requested name, where the list names others', ['big'], 'gpt-x', false],
])('%s', (_what, answerModels, named, expected) => {
  expect(isExpectedModel({ answerModels, providerModel: 'vendor/gpt-x' }, named)).toBe(expected)
})
