import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeEmbeddings, readEncodingFormat } from './encode-embeddings.ts'
import { scanRequestBody } from './scan-request-body.ts'

const encode = (text: string, encoding: 'float' | 'base64') =>
  encodeEmbeddings(Buffer.from(text), encoding)?.toString()

const answer = (...embeddings: string[]) =>
  `{ "object":"list","data":[${embeddings.map((text, index) => `{"index":${index}, "embedding" : ${text},"big":12345678901234567890}`).join(' , ')}],"model":"m","usage":{"prompt_tokens":1.0}}`

test('numbers become base64 of little-endian floats, and every other byte is unchanged', () => {
  expect(encode(answer('[1, -2.5,0.1]', '[]'), 'base64')).toBe(answer('"AACAPwAAIMDNzMw9"', '""'))
})

test('base64 becomes numbers', () => {
  expect(encode(answer('"AACAPwAAIMA="', '"AACAPw=="'), 'float')).toBe(answer('[1,-2.5]', '[1]'))
  expect(encode(answer('"AACAPw"'), 'float')).toBe(answer('[1]'))
  expect(encode(answer(String.raw`"AACA\u0050w=="`), 'float')).toBe(answer('[1]'))
})

test('an answer that is already in the right encoding is returned as the same buffer', () => {
  const floats = Buffer.from(answer('[1,2]'))
  const base64 = Buffer.from(answer('"AACAPw=="'))
  expect(encodeEmbeddings(floats, 'float')).toBe(floats)
  expect(encodeEmbeddings(base64, 'base64')).toBe(base64)
})

test.each(['[1,"x"]', '[null]', '[1e39]', '[[1]]'])('invalid numbers are refused: %s', (text) => {
  expect(encode(answer(text), 'base64')).toBeUndefined()
})

test.each(['"AAA="', '"%%%%"', '"AACAfw=="', '"A A C A P w"'])('invalid base64 is refused: %s', (text) => {
  expect(encode(answer(text), 'float')).toBeUndefined()
})

test('an answer without embeddings is unchanged, and one that is not JSON is refused', () => {
  for (const text of [
    '{}',
    '{"data":null}',
    '{"data":[1,{"embedding":null}]}',
    '{"x":{"data":[{"embedding":[1]}]}}',
  ]) {
    expect(encode(text, 'base64')).toBe(text)
  }
  for (const text of ['', '[]', '{"data":[{"embedding":[1]', '{"data":[]}x'])
    expect(encode(text, 'base64')).toBeUndefined()
})

test('every float survives a round trip', () => {
  const float = fc.float({ noNaN: true, noDefaultInfinity: true })
  fc.assert(
    fc.property(fc.array(float, { maxLength: 20 }), (values) => {
      const text = answer(JSON.stringify(values))
      const there = encode(text, 'base64') ?? ''
      const back = encode(there, 'float') ?? ''
      const [item] = (JSON.parse(back) as { data: { embedding: number[] }[] }).data
      expect(item?.embedding.map((value) => value + 0)).toEqual(values.map((value) => value + 0))
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['{"model":"m"}', 'float'],
  ['{"model":"m","encoding_format":null}', 'float'],
  ['{"model":"m","encoding_format":"float"}', 'float'],
  [String.raw`{"model":"m","encoding_format":"\u0062ase64"}`, 'base64'],
  ['{"model":"m","encoding_format":"int8"}', undefined],
  ['{"model":"m","encoding_format":7}', undefined],
])('the requested encoding is read: %s', (text, expected) => {
  const body = Buffer.from(text)
  const scan = scanRequestBody(body)
  if (scan.kind === 'invalid') throw new Error(scan.message)
  expect(readEncodingFormat(body, scan)).toBe(expected)
})
