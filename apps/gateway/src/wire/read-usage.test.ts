import { expect, test } from 'vitest'
import { readUsage } from './scan-answer.ts'

const read = (usage: unknown, options = {}) => readUsage(Buffer.from(JSON.stringify(usage)), options)

test('the tokens of an answer are read, and reasoning counts as completion', () => {
  const usage = {
    prompt_tokens: 10,
    completion_tokens: 7,
    total_tokens: 17,
    prompt_tokens_details: { cached_tokens: 4, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 5 },
  }
  expect(read(usage)).toEqual({ promptTokens: 10, cachedTokens: 4, completionTokens: 7 })
})

test('tokens in the total beyond prompt and completion count as completion, unless the route says otherwise', () => {
  const usage = {
    prompt_tokens: 10_120,
    completion_tokens: 1_499,
    total_tokens: 14_428,
    completion_tokens_details: { reasoning_tokens: 2_809 },
  }
  expect(read(usage)).toMatchObject({ promptTokens: 10_120, completionTokens: 4_308 })
  expect(read(usage, { countsTotal: false })).toMatchObject({ completionTokens: 1_499 })
  expect(read({ ...usage, total_tokens: 9 })).toMatchObject({ completionTokens: 1_499 })
  expect(read({ prompt_tokens: 5, total_tokens: 9 }, { isEmbedding: true })).toMatchObject({
    completionTokens: 0,
  })
})

test.each([undefined, null, {}, { cached_tokens: null }])(
  'a missing count of cached tokens means zero: %j',
  (details) => {
    const usage = { prompt_tokens: 10, completion_tokens: 0, prompt_tokens_details: details }
    expect(read(usage)).toEqual({ promptTokens: 10, cachedTokens: 0, completionTokens: 0 })
  },
)

test('only embeddings may omit completion tokens', () => {
  const usage = { prompt_tokens: 10, total_tokens: 10 }
  expect(read(usage)).toBe('none')
  expect(read(usage, { isEmbedding: true })).toEqual({
    promptTokens: 10,
    cachedTokens: 0,
    completionTokens: 0,
  })
})

test.each([-7, 1.5, '12', 1e99, 2 ** 53, true, [], {}])(
  'a count of %j invalidates the whole report',
  (bad) => {
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
    for (const field of ['prompt_tokens', 'completion_tokens', 'total_tokens']) {
      expect(read({ ...usage, [field]: bad })).toBe('none')
    }
    expect(read({ ...usage, prompt_tokens_details: { cached_tokens: bad } })).toBe('none')
    expect(read({ ...usage, prompt_tokens: bad }, { isEmbedding: true })).toBe('none')
  },
)

test('a report with more cached than prompt tokens is invalid', () => {
  expect(read({ prompt_tokens: 3, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 4 } })).toBe(
    'none',
  )
})

test.each(['null', '[]', '12', '"x"', '{', '', '{"prompt_tokens":1}'])(
  'a value that is not a usage report is ignored: %s',
  (text) => {
    expect(readUsage(Buffer.from(text))).toBe('none')
  },
)

test('a number is read by its value, in any notation', () => {
  expect(readUsage(Buffer.from('{"prompt_tokens":1.0e1,"completion_tokens":-0}'))).toEqual({
    promptTokens: 10,
    cachedTokens: 0,
    completionTokens: 0,
  })
})
