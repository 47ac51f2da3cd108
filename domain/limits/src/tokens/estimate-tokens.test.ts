import { expect, test } from 'vitest'
import { estimateTokens } from './estimate-tokens.ts'

const alias = { outputTokensMax: 4_096, outputTokensAssumed: 1_024, contextTokensMax: 128_000 }

test.each([
  ['four bytes are a token, rounded up', { bodyBytes: 401, askedOutputTokens: 100 }, 101, 100, 201],
  ['without a limit the alias assumes one', { bodyBytes: 400 }, 100, 1_024, 1_124],
  ['nobody gets more output than the alias gives', { bodyBytes: 0, askedOutputTokens: 1e9 }, 0, 4_096, 4_096],
  ['nothing exceeds the context', { bodyBytes: 32 * 2 ** 20, askedOutputTokens: 10 }, 128_000, 10, 128_000],
  ['a negative wish is none', { bodyBytes: 4, askedOutputTokens: -5 }, 1, 0, 1],
])('%s', (_, question, inputTokens, outputTokens, totalTokens) => {
  expect(estimateTokens({ ...question, alias })).toEqual({ inputTokens, outputTokens, totalTokens })
})
