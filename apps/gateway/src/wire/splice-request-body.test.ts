import { expect, test } from 'vitest'
import { scanRequestBody } from './scan-request-body.ts'
import { spliceRequestBody } from './replace-model.ts'

function splice(text: string, { withUsage = true, providerModel = 'provider-1' } = {}): string {
  const body = Buffer.from(text)
  const scan = scanRequestBody(body)
  if (scan.kind === 'invalid') throw new Error(scan.message)
  const { parts, length } = spliceRequestBody(body, scan, { providerModel, withUsage })
  const bytes = Buffer.concat(parts)
  expect(bytes.length).toBe(length)
  return bytes.toString('utf8')
}

test('only the model changes in a request that does not stream', () => {
  const text =
    ' {\n"x":1e2, "model" : "svc/a","x":2,"é":"\\u00e9\\ud800","big":12345678901234567890,"stream":false } '
  expect(splice(text)).toBe(text.replace('"svc/a"', '"provider-1"'))
})

test('every top-level model is replaced, and no other', () => {
  expect(splice(String.raw`{"mod\u0065l":1,"messages":[{"model":"a"}],"model":"a"}`)).toBe(
    String.raw`{"mod\u0065l":"provider-1","messages":[{"model":"a"}],"model":"provider-1"}`,
  )
})

test('a name that needs escaping is escaped', () => {
  expect(splice('{"model":"a"}', { providerModel: 'a"\\\u0001é' })).toBe('{"model":"a\\"\\\\\\u0001é"}')
})

test.each([
  [
    'is absent',
    '{"model":"m","stream":true}',
    '{"stream_options":{"include_usage":true},"model":"m","stream":true}',
  ],
  [
    'is null',
    '{"model":"m","stream":true,"stream_options": null }',
    '{"model":"m","stream":true,"stream_options": {"include_usage":true} }',
  ],
  [
    'is empty',
    '{"stream_options":{ },"model":"m","stream":true}',
    '{"stream_options":{"include_usage":true },"model":"m","stream":true}',
  ],
  [
    'has other options',
    '{"stream_options":{"a":[1]},"model":"m","stream":true}',
    '{"stream_options":{"include_usage":true,"a":[1]},"model":"m","stream":true}',
  ],
  [
    'turns it off',
    '{"stream_options":{"include_usage":false,"a":1},"model":"m","stream":true}',
    '{"stream_options":{"include_usage":true,"a":1},"model":"m","stream":true}',
  ],
  [
    'sets it to a truthy value',
    '{"stream_options":{"include_usage":[{}]},"model":"m","stream":true}',
    '{"stream_options":{"include_usage":true},"model":"m","stream":true}',
  ],
  [
    'wants it',
    '{"stream_options":{"include_usage" : true},"model":"m","stream":true}',
    '{"stream_options":{"include_usage" : true},"model":"m","stream":true}',
  ],
  [
    'occurs twice',
    '{"stream_options":{},"model":"m","stream":true,"stream_options":{"include_usage":null,"include_usage":true}}',
    '{"stream_options":{"include_usage":true},"model":"m","stream":true,"stream_options":{"include_usage":true,"include_usage":true}}',
  ],
])('usage is requested if stream_options %s', (_case, text, expected) => {
  expect(splice(text, { providerModel: 'm' })).toBe(expected)
})

test('a route that does not support stream_options is sent none', () => {
  const text = '{"model":"m","stream":true}'
  expect(splice(text, { withUsage: false, providerModel: 'm' })).toBe(text)
})

test('the parts are views of the body: an image is not copied', () => {
  const body = Buffer.from(`{"model":"m","image":"${'A'.repeat(100_000)}"}`)
  const scan = scanRequestBody(body)
  if (scan.kind === 'invalid') throw new Error(scan.message)
  const { parts } = spliceRequestBody(body, scan, { providerModel: 'p', withUsage: true })
  expect(parts.at(-1)?.buffer).toBe(body.buffer)
})
