import { expect, test } from 'vitest'
import { countChatPromptTokens, countTokens, splitTokens, takeTokens } from './count-tokens.ts'

test.each([
  ['', 0],
  ['a', 1],
  ['abcd', 1],
  ['abcde', 2],
  ['éé', 1],
  ['ééé', 2],
  ['👋👋', 2],
  ['a👋', 2],
  ['日本', 2],
])('%j costs %i tokens', (text, tokens) => {
  expect(countTokens(text)).toBe(tokens)
  expect([...splitTokens(text)]).toHaveLength(tokens)
})

test('tokens concatenate to the text and never split a character', () => {
  const text = 'naïve 👩‍🚀 日本語 text'
  const tokens = [...splitTokens(text)]
  expect(tokens.join('')).toBe(text)
  expect(tokens.every((token) => token.isWellFormed() && Buffer.byteLength(token) <= 4)).toBe(true)
})

test('the first tokens of a text have the requested count', () => {
  const text = 'naïve 👩‍🚀 日本語 text'
  for (let tokens = 0; tokens <= countTokens(text); tokens += 1) {
    expect(countTokens(takeTokens(text, tokens))).toBe(tokens)
  }
  expect(takeTokens(text, 999)).toBe(text)
})

test('a prompt costs its text, four tokens per message, a fixed number for media, and its tools', () => {
  const messages = [
    { role: 'system', content: 'abcd' },
    { role: 'user', content: [{ type: 'text', text: 'abcdefgh' }, { type: 'image_url' }] },
    { role: 'assistant', content: null, tool_calls: ['abcd'] },
  ]
  expect(countChatPromptTokens({ messages, tools: ['abcd'] })).toBe(4 + 1 + (4 + 2 + 85) + (4 + 2) + 2)
})
