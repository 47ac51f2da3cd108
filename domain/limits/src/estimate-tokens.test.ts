import { expect, test } from 'vitest'
import { createExpectedOutput, estimateTokens } from './estimate-tokens.ts'

const alias = { outputTokensMax: 4_096, outputTokensAssumed: 1_024, contextTokensMax: 128_000 }

test.each([
  ['four bytes are a token, rounded up', { bodyBytes: 401, askedOutputTokens: 100 }, 101, 100, 201],
  [
    'a call without a limit is assumed to use the default output of its alias',
    { bodyBytes: 400 },
    100,
    1_024,
    1_124,
  ],
  ['output is capped at the maximum of the alias', { bodyBytes: 0, askedOutputTokens: 1e9 }, 0, 4_096, 4_096],
  [
    'the total is capped at the context size',
    { bodyBytes: 32 * 2 ** 20, askedOutputTokens: 10 },
    128_000,
    10,
    128_000,
  ],
  ['a negative limit counts as zero', { bodyBytes: 4, askedOutputTokens: -5 }, 1, 0, 1],
])('%s', (_, question, inputTokens, outputTokens, totalTokens) => {
  expect(estimateTokens({ ...question, alias })).toEqual({ inputTokens, outputTokens, totalTokens })
})

test('expected output starts at 1,024 tokens and follows actual output, up quickly and down slowly', () => {
  const output = createExpectedOutput()
  expect(output.of('k', 'a')).toBe(1_024)
  output.learn('k', 'a', 5_120)
  expect(output.of('k', 'a')).toBe(3_072)
  for (let call = 0; call < 60; call += 1) output.learn('k', 'a', 100)
  expect(output.of('k', 'a')).toBeLessThan(130)
  expect(output.of('k', 'a')).toBeGreaterThan(100)
})

test('expected output is learnt separately for each key and alias', () => {
  const output = createExpectedOutput()
  output.learn('k', 'a', 9_000)
  expect([output.of('k', 'b'), output.of('j', 'a')]).toEqual([1_024, 1_024])
})

test('memory is bounded: the least recently used pair is evicted first', () => {
  const output = createExpectedOutput()
  for (let key = 0; key <= 20_000; key += 1) output.learn(`k${key}`, 'a', 9_000)
  expect(output.of('k0', 'a')).toBe(1_024)
  expect(output.of('k1', 'a')).toBeGreaterThan(1_024)
})
