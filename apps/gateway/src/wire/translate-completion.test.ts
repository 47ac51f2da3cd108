import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scanRequestBody } from './scan-request-body.ts'
import {
  type Member,
  anyKeyText,
  jsonText,
  keyText,
  objectText,
  stringText,
} from '@gatehouse/bytes/testing/arbitrary-json'
import {
  translateChatAnswer,
  translateChatFrame,
  translateCompletionRequest,
} from './translate-completion.ts'

function translate(text: string): string {
  const translated = translateCompletionRequest(Buffer.from(text))
  if (translated.kind === 'refused') throw new Error(translated.message)
  return translated.body.toString()
}

const answer = (text: string) => translateChatAnswer(Buffer.from(text))?.toString()
const frame = (text: string) => translateChatFrame(Buffer.from(text)).toString()

test('the prompt becomes a user message, and other fields keep their bytes', () => {
  const kept = '"model":"m","n" : 2,"stop":["\\u000a"],"temperature":0.10,"x":1e2,"x":2,"stream":true'
  expect(translate(`{ ${kept} , "prompt": "Say \\u0022hi\\ud800" }`)).toBe(
    `{"model":"m","n" : 2,"stop":["\\u000a"],"temperature":0.10,"x":1e2,"x":2,"stream":true,"messages":[{"role":"user","content":"Say \\u0022hi\\ud800"}]}`,
  )
})

test('a list with one text is one text, and the last of two prompts counts', () => {
  expect(translate('{"prompt":[ "a" ],"model":"m"}')).toBe(
    '{"model":"m","messages":[{"role":"user","content":"a"}]}',
  )
  expect(translate('{"prompt":"a","prompt":"b"}')).toBe('{"messages":[{"role":"user","content":"b"}]}')
})

test('fields without effect are dropped, because chat does not have them', () => {
  const idle = '"logprobs":null,"echo":false,"suffix":null,"best_of":1'
  expect(translate(`{${idle},"prompt":"a"}`)).toBe('{"messages":[{"role":"user","content":"a"}]}')
})

test.each([
  ['{"prompt":"a","logprobs":0}', 'logprobs'],
  ['{"prompt":"a","logprobs":5}', 'logprobs'],
  ['{"prompt":"a","echo":true}', 'echo'],
  ['{"prompt":"a","suffix":"b"}', 'suffix'],
  ['{"prompt":"a","best_of":2}', 'best_of'],
  ['{"prompt":"a","messages":[]}', 'messages'],
  ['{"model":"m"}', 'prompt'],
  ['{"prompt":null}', 'prompt'],
  ['{"prompt":[]}', 'prompt'],
  ['{"prompt":["a","b"]}', 'prompt'],
  ['{"prompt":[1,2]}', 'prompt'],
  ['{"prompt":[[1,2]]}', 'prompt'],
  ['{"prompt":{"a":1}}', 'prompt'],
])('a request that cannot be translated is refused: %s', (text, param) => {
  expect(translateCompletionRequest(Buffer.from(text))).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining(`'${param}'`) as string,
  })
})

test('a translated request means the same', { timeout: 30_000 }, () => {
  const other: fc.Arbitrary<Member> = fc.record({ key: anyKeyText, value: jsonText })
  const prompt = fc.record({ key: keyText('prompt'), value: stringText })
  const requests = fc
    .tuple(fc.array(other, { maxLength: 4 }), prompt, fc.nat(4))
    .map(([members, member, place]) => members.toSpliced(place, 0, member, { key: '"model"', value: '"m"' }))
    .chain(objectText)
  fc.assert(
    fc.property(requests, (text) => {
      if (scanRequestBody(Buffer.from(text)).kind === 'invalid') return
      const translated = translateCompletionRequest(Buffer.from(text))
      if (translated.kind === 'refused') return
      const { prompt: content, ...rest } = JSON.parse(text) as Record<string, unknown>
      expect(JSON.parse(String(translated.body))).toEqual({ ...rest, messages: [{ role: 'user', content }] })
    }),
    { numRuns: 400 },
  )
})

test('a chat answer becomes a text completion, and common fields keep their bytes', () => {
  const chat =
    '{"id":"c-1", "object":"chat.completion","created":1e9,"model":"m","choices":[{"index":1,"message":{"role":"assistant","content":"Hé"},"logprobs":{},"finish_reason":"length"}],"usage":{"prompt_tokens":1.0}}'
  expect(answer(chat)).toBe(
    '{"id":"c-1", "object":"text_completion","created":1e9,"model":"m","choices":[{"text":"Hé","index":1,"logprobs":null,"finish_reason":"length"}],"usage":{"prompt_tokens":1.0}}',
  )
})

test.each([
  [{ content: null, refusal: 'No.' }, 'No.'],
  [{ content: null }, ''],
  [{ content: [{ type: 'text', text: 'a' }, { type: 'x' }, { text: 'b' }] }, 'ab'],
])('the text of %j is %j', (message, expected) => {
  const chat = JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] })
  expect(JSON.parse(answer(chat) ?? '')).toMatchObject({ choices: [{ text: expected, index: 0 }] })
})

test('an answer that is not a JSON object is refused', () => {
  for (const text of ['', '[]', '{', '<html>', '{} x']) expect(answer(text)).toBeUndefined()
})

test('chat chunks become completion chunks', () => {
  const chunk = (choices: string, object: string, rest = '') =>
    `data: {"object":"${object}","choices":${choices}${rest}}\n\n`
  const chat = (choices: string, rest = '') => frame(chunk(choices, 'chat.completion.chunk', rest))
  const text = (choices: string, rest = '') => chunk(choices, 'text_completion', rest)
  expect(chat('[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]')).toBe(
    text('[{"text":"","index":0,"logprobs":null,"finish_reason":null}]'),
  )
  expect(chat('[{"index":2,"delta":{"content":"Hé\\n"},"finish_reason":null}]')).toBe(
    text('[{"text":"Hé\\n","index":2,"logprobs":null,"finish_reason":null}]'),
  )
  expect(chat('[{"index":0,"delta":{},"finish_reason":"stop"}]')).toBe(
    text('[{"text":"","index":0,"logprobs":null,"finish_reason":"stop"}]'),
  )
  expect(chat('[]', ',"usage":{"prompt_tokens":1}')).toBe(text('[]', ',"usage":{"prompt_tokens":1}'))
})

test('a chunk with several data lines becomes a single line', () => {
  expect(frame('data: {"choices":\r\ndata: []}\r\n\r\n')).toBe('data: {"choices":[]}\n\n')
})

test.each([
  'data: [DONE]\n\n',
  ': ping\n\n',
  'event: error\ndata: {"error":{"message":"x"}}\n\n',
  'data: {"choices":\n\n',
  'data: {"a":"b\ndata: c","choices":[]}\n\n',
])('a frame without a chunk is unchanged: %j', (text) => {
  expect(frame(text)).toBe(text)
})
