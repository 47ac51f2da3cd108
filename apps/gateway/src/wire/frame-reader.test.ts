import { expect, test } from 'vitest'
import { FrameReader } from './frame-reader.ts'
import { quoteName, restampModel } from './replace-model.ts'

const frame = (content: string, { model = 'provider-1', finish = 'null', rest = '' } = {}) =>
  `data: {"id":"c-1","created":1,"model":"${model}","choices":[{"index":0,"delta":{"content":"${content}"},"finish_reason":${finish}}]${rest}}\n\n`

function readAll(...frames: string[]) {
  const reader = new FrameReader('svc/a')
  return frames.map((text) => {
    const { kind, bytes } = reader.read(Buffer.from(text))
    return { kind, text: String(bytes) }
  })
}

test('frames that differ only in their text are restamped alike', () => {
  const texts = ['Hel', 'lo', '', ' "', '\\"', '\\\\', '\\u0041', '世界', 'x'.repeat(3_000)].map((text) =>
    JSON.stringify(text).slice(1, -1),
  )
  expect(readAll(...texts.map((text) => frame(text)))).toEqual(
    texts.map((text) => ({ kind: 'content', text: frame(text, { model: 'svc/a' }) })),
  )
})

test.each([
  [frame('c', { finish: '"stop"' }), 'last'],
  [frame('c"},"finish_reason":"stop","delta":{"content":"'), 'last'],
  [frame('c","x":"y'), 'content'],
  [frame('c', { rest: ',"usage":{"prompt_tokens":1}' }), 'content'],
  [frame('c', { rest: ',"error":"x"' }), 'error'],
  [frame('c\\'), 'malformed'],
  [frame('\\s'), 'malformed'],
  [frame('\\u12x4'), 'malformed'],
  [frame('c\n'), 'malformed'],
  [frame('c\ndata: '), 'malformed'],
  [`${frame('c')}data: {}\n\n`, 'malformed'],
  [frame('c').slice(0, -20), 'malformed'],
  ['data: [DONE]\n\n', 'done'],
] as const)('a frame that differs slightly from those before it is detected: %j', (next, kind) => {
  expect(readAll(frame('a'), frame('b'), next).map((read) => read.kind)).toEqual(['content', 'content', kind])
})

test('usage is reported for each frame that has it, even if all are identical', () => {
  const reader = new FrameReader('svc/a')
  const running = Buffer.from(frame('a', { rest: ',"usage":{"prompt_tokens":1}' }))
  const usages = Array.from({ length: 3 }, () => reader.read(running).usage?.toString())
  expect(usages).toEqual(Array(3).fill('{"prompt_tokens":1}'))
})

test('an error is detected where an empty one preceded it', () => {
  const kinds = readAll(frame('a', { rest: ',"error":""' }), frame('a', { rest: ',"error":"x"' })).map(
    ({ kind }) => kind,
  )
  expect(kinds).toEqual(['content', 'error'])
})

test('the model is restamped wherever it occurs, and so is a different model', () => {
  const azure = (text: string, model: string) =>
    `data: {"choices":[{"delta":{"content":"${text}"},"finish_reason":null}],"model":"${model}","obfuscation":"${'x'.repeat(text.length)}"}\n\n`
  const frames = ['a', 'bcd', ''].map((text) => azure(text, 'provider-1'))
  expect(readAll(...frames, azure('e', 'provider-2')).map(({ text }) => text)).toEqual(
    ['a', 'bcd', '', 'e'].map((text) => azure(text, 'svc/a')),
  )
})

test('a frame without a model gets none', () => {
  const bare = (text: string) => `data: {"choices":[{"text":"${text}","finish_reason":null}]}\n\n`
  expect(readAll(bare('a'), bare('b'), bare('c')).map(({ text }) => text)).toEqual([
    bare('a'),
    bare('b'),
    bare('c'),
  ])
})

test('a shorter and a longer alias leave the rest unchanged', () => {
  const body = Buffer.from('{"model":"middle","a":"é"}')
  for (const alias of ['s', 'middle', 'a much longer one', 'with "quotes"']) {
    const stamped = restampModel(body, [{ start: 9, end: 17 }], quoteName(alias))
    expect(String(stamped)).toBe(`{"model":${JSON.stringify(alias)},"a":"é"}`)
  }
  expect(restampModel(body, [], quoteName('x'))).toBe(body)
})
