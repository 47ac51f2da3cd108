import { expect, test } from 'vitest'
import { isExpectedModel } from './expected-model.ts'

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
