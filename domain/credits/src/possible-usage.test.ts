import { expect, test } from 'vitest'
import { isPossible, possibleUsage } from './price-call.ts'

const asked = { contextTokens: 1_000, textCount: 1, outputTokensMax: 100, answerCount: 1 }
const usage = (promptTokens: number, completionTokens: number) => ({
  promptTokens,
  cachedTokens: 0,
  completionTokens,
})

test.each([
  ['a prompt that fills the window, and output of 110 % of its limit', asked, usage(1_000, 110), true],
  ['a prompt above the window', asked, usage(1_001, 1), false],
  ['an output above 110 % of its limit', asked, usage(1, 111), false],
  ['several answers', { ...asked, answerCount: 3 }, usage(1, 330), true],
  ['several texts', { ...asked, textCount: 2 }, usage(2_000, 1), true],
  ['a long prompt in an unknown window', { ...asked, contextTokens: null }, usage(2_000_000, 1), true],
  ['2^31 − 1 tokens in an unknown window', { ...asked, contextTokens: null }, usage(2 ** 31 - 1, 1), false],
  ['output of a model that writes none', { ...asked, outputTokensMax: 0 }, usage(1, 1), false],
])('%s', (_what, limits, reported, expected) => {
  expect(isPossible(reported, possibleUsage(limits))).toBe(expected)
})
