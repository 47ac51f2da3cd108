import { expect, test } from 'vitest'
import { isExpectedModel } from './expected-model.ts'

test.each([
  ['the name that was asked for', [], 'gpt-x', true],
  ['the same with a date', [], 'gpt-x-2026-08-06', true],
  ['the same in a folder and other letters', [], 'vendor/GPT-X', true],
  ['another model', [], 'gpt-mini', false],
  ['one of the list', ['big', 'small*'], 'big', true],
  ['one that begins as the list says', ['big', 'small*'], 'vendor/other', false],
  ['a prefix', ['big', 'small*'], 'Small-2', true],
  ['what was asked for, where a list says otherwise', ['big'], 'gpt-x', false],
])('%s', (_what, answerModels, named, expected) => {
  expect(isExpectedModel({ answerModels, providerModel: 'vendor/gpt-x' }, named)).toBe(expected)
})
