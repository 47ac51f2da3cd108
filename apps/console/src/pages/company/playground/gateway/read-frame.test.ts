import { expect, test } from 'vitest'
import { readFrame } from './read-frame.ts'

test.each([
  ['{"choices":[{"delta":{"role":"assistant"}}]}', { text: '' }],
  ['{"choices":[{"delta":{"content":"Hé"}}]}', { text: 'Hé' }],
  ['{"choices":[{"delta":{},"finish_reason":"length"}]}', { text: '', finish: 'length' }],
  ['{"choices":[{"delta":{"content":null},"finish_reason":null}],"usage":null}', { text: '' }],
  [
    '{"choices":[],"usage":{"prompt_tokens":12,"completion_tokens":3}}',
    { text: '', usage: { promptTokens: 12, cachedTokens: 0, completionTokens: 3 } },
  ],
  ['[DONE]', { text: '', isDone: true }],
  ['not json', { text: '' }],
  ['42', { text: '' }],
])('%s is read', (data, frame) => {
  expect(readFrame(data)).toEqual(frame)
})

test('the last text, the reason of the end and the usage can come in one frame', () => {
  const usage = {
    prompt_tokens: 20,
    completion_tokens: 2,
    prompt_tokens_details: { cached_tokens: 16 },
  }
  expect(
    readFrame(JSON.stringify({ choices: [{ delta: { content: '!' }, finish_reason: 'stop' }], usage })),
  ).toEqual({
    text: '!',
    finish: 'stop',
    usage: { promptTokens: 20, cachedTokens: 16, completionTokens: 2 },
  })
})

test('counts that no honest provider reports are not counted', () => {
  const usage = { prompt_tokens: -1, completion_tokens: 1.5, prompt_tokens_details: null }
  expect(readFrame(JSON.stringify({ usage })).usage).toEqual({
    promptTokens: 0,
    cachedTokens: 0,
    completionTokens: 0,
  })
})

test('an error frame keeps its envelope', () => {
  expect(readFrame('{"error":{"message":"gone"}}').error).toEqual({ error: { message: 'gone' } })
})
