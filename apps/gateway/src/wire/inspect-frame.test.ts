import { expect, test } from 'vitest'
import { inspectFrame } from './inspect-frame.ts'

const inspect = (text: string) => inspectFrame(Buffer.from(text))
const kindOf = (text: string) => inspect(text).kind

const chunk = (delta: object, rest: object = {}) =>
  JSON.stringify({
    id: 'c-1',
    object: 'chat.completion.chunk',
    model: 'provider-1',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: null }],
    ...rest,
  })

test('text that mentions the end of an answer does not end it', () => {
  const fakes = [
    '"finish_reason":"stop"',
    '{"choices":[{"finish_reason":"stop"}],"usage":{"prompt_tokens":1}}',
    '"error":{"message":"x"}',
    '[DONE]',
    'data: [DONE]\n\n',
    '\\"usage\\":{}',
    '\\',
    '"}}],"usage":{}',
  ]
  for (const content of fakes) {
    expect(kindOf(`data: ${chunk({ content })}\n\n`)).toBe('content')
    expect(kindOf(`data: ${chunk({ tool_calls: [{ function: { arguments: content } }] })}\n\n`)).toBe(
      'content',
    )
    expect(
      kindOf(`data: ${chunk({ usage: { finish_reason: content }, error: {} }, { usage: null })}\n\n`),
    ).toBe('content')
  }
})

test.each([
  ['a finish_reason', { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }],
  ['one of several choices', { choices: [{ finish_reason: null }, { finish_reason: 'length' }] }],
])('a chunk with %s is one of the last', (_case, rest) => {
  expect(kindOf(`data: ${chunk({}, rest)}\n\n`)).toBe('last')
})

test.each([
  ['an empty list of choices', { choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } }],
  ['no choices', { choices: undefined, usage: {} }],
])('usage with %s is a separate report', (_case, rest) => {
  expect(kindOf(`data: ${chunk({}, rest)}\n\n`)).toBe('usage')
})

test('usage with unfinished choices is an interim report', () => {
  const { kind, usage } = inspect(`data: ${chunk({ content: 'a' }, { usage: { prompt_tokens: 1 } })}\n\n`)
  expect({ kind, usage: usage?.toString() }).toEqual({ kind: 'content', usage: '{"prompt_tokens":1}' })
})

test.each([
  'data: [DONE]\n\n',
  'data:[DONE]\n\n',
  'data:   [DONE]  \r\n\r\n',
  ': ping\ndata: [DONE]\n\n',
  'data: [DONE]\r\r',
  'event: done\nid: 5\ndata: [DONE]\n\n',
])('the end of the stream is detected: %j', (frame) => {
  expect(kindOf(frame)).toBe('done')
})

test.each([
  ': ping\n\n',
  ':\n\n',
  '\n',
  '\r\n',
  'event: ping\n\n',
  'id: 1\nretry: 5\n\n',
  'data:\n\n',
  'data\n\n',
  'data: \n\n',
  'database: {"error":1}\n\n',
])('a frame without data is a comment: %j', (frame) => {
  expect(kindOf(frame)).toBe('comment')
})

test.each([
  'data: {"error":{"message":"x"}}\n\n',
  'data: {"choices":[],"error":"overloaded"}\n\n',
  'event: error\ndata: {"message":"x"}\n\n',
  'data: {"message":"x"}\nevent: error\n\n',
  'event: error\ndata: overloaded\n\n',
])('an error of the provider is detected: %j', (frame) => {
  expect(kindOf(frame)).toBe('error')
})

test('an error that official clients ignore is ignored', () => {
  for (const none of ['null', 'false', '""', '0'])
    expect(kindOf(`data: {"error":${none}}\n\n`)).toBe('content')
})

test.each([
  'data: <html>\n\n',
  'data: {"a":\n\n',
  'data: [1]\n\n',
  'data: null\n\n',
  'data: {} {}\n\n',
  'data: {"a":1}x\n\n',
  'data: {"a":1,\n"b":2}\n\n',
  'data: {"a":"b\ndata: c"}\n\n',
])('data that is not a JSON object is malformed: %j', (frame) => {
  expect(kindOf(frame)).toBe('malformed')
})

test('data lines are read together, and offsets refer to the frame', () => {
  const pretty = JSON.stringify(JSON.parse(chunk({}, { choices: [], usage: { prompt_tokens: 5 } })), null, 1)
  for (const lineEnd of ['\n', '\r\n', '\r']) {
    const lines = pretty.split('\n').map((line) => `data: ${line}`)
    const frame = Buffer.from([': a comment', ...lines, 'id: 3', '', ''].join(lineEnd))
    const { kind, models, usage } = inspectFrame(frame)
    expect(kind).toBe('usage')
    expect(models.map(({ start, end }) => frame.toString('utf8', start, end))).toEqual(['"provider-1"'])
    expect(JSON.parse(String(usage))).toEqual({ prompt_tokens: 5 })
  }
})

test('every top-level model is found, and no other', () => {
  const frame = Buffer.from(
    String.raw`data: {"m\u006fdel":"a","choices":[{"model":"b"}],"x":{"model":"c"},"model":null}` + '\n\n',
  )
  const { models } = inspectFrame(frame)
  expect(models.map(({ start, end }) => frame.toString('utf8', start, end))).toEqual(['"a"', 'null'])
})
