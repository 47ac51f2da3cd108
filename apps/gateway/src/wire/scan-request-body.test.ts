import { expect, test } from 'vitest'
import { type ScannedBody, scanRequestBody } from './scan-request-body.ts'

const scanText = (text: string | Buffer) => scanRequestBody(Buffer.from(text))

function scanned(text: string): ScannedBody {
  const scan = scanText(text)
  if (scan.kind === 'invalid') throw new Error(scan.message)
  return scan
}

const textAt = (text: string, span: { start: number; end: number } | undefined) =>
  span && Buffer.from(text).toString('utf8', span.start, span.end)

test('the model, the stream flag and the output limits are read', () => {
  const text =
    ' {"model":"svc/chat-default", "stream" : true,"max_tokens":9,"max_completion_tokens":77,"n":3}\n'
  expect(scanned(text)).toMatchObject({
    model: 'svc/chat-default',
    isStream: true,
    outputTokensMax: 77,
    n: 3,
    objectStart: 1,
  })
  expect(scanned('{"model":"m"}')).toMatchObject({
    isStream: false,
    outputTokensMax: undefined,
    n: 1,
    bestOf: 1,
    promptCount: 1,
    streamOptions: [],
    fields: { model: { start: 9, end: 12 } },
  })
})

test.each([
  '{"messages":[{"model":"inner","stream":true}],"model":"m","metadata":{"model":"x","n":9}}',
  '{"tools":[{"function":{"parameters":{"model":"x","stream":true,"max_tokens":1}}}],"model":"m"}',
  '{"note":"\\"model\\":\\"x\\",\\"stream\\":true","model":"m"}',
  '{"model":"m","x":"{\\"n\\":9}"}',
])('only top-level fields count: %s', (text) => {
  const { model, modelSpans, isStream, n, outputTokensMax } = scanned(text)
  expect({ model, isStream, n, outputTokensMax }).toEqual({ model: 'm', isStream: false, n: 1 })
  expect(modelSpans.map((span) => textAt(text, span))).toEqual(['"m"'])
})

test('escaped keys are recognised; the last of repeated models counts, and the largest of repeated counts', () => {
  const text = String.raw`{"mo\u0064el":"first","model":"l\u0061st","\u006e":5,"n":2}`
  const { model, modelSpans, n } = scanned(text)
  expect({ model, n }).toEqual({ model: 'last', n: 5 })
  expect(modelSpans.map((span) => textAt(text, span))).toEqual(['"first"', String.raw`"l\u0061st"`])
})

test('the fields that other endpoints need are recorded as spans', () => {
  const text =
    '{"model":"m","prompt":["a"],"input":"b","encoding_format":"base64","stop":null,"best_of": 2 ,"echo":true}'
  const { fields } = scanned(text)
  const texts = Object.entries(fields).map(([name, span]) => [name, textAt(text, span)])
  expect(Object.fromEntries(texts)).toEqual({
    model: '"m"',
    prompt: '["a"]',
    input: '"b"',
    encoding_format: '"base64"',
    stop: 'null',
    best_of: '2',
    echo: 'true',
  })
})

test('every stream_options is described', () => {
  const text =
    '{"model":"m","stream_options":null,"stream_options":{},"stream_options":{"a":1,"include_usage": false}}'
  const { streamOptions } = scanned(text)
  expect(streamOptions.map(({ isNull, isEmpty }) => ({ isNull, isEmpty }))).toEqual([
    { isNull: true, isEmpty: true },
    { isNull: false, isEmpty: true },
    { isNull: false, isEmpty: false },
  ])
  expect(streamOptions.map(({ value }) => textAt(text, value))).toEqual([
    'null',
    '{}',
    '{"a":1,"include_usage": false}',
  ])
  const [usage] = streamOptions[2]?.includeUsage ?? []
  expect({ text: textAt(text, usage?.value), isTrue: usage?.isTrue }).toEqual({
    text: 'false',
    isTrue: false,
  })
})

test.each([
  ['1.0', 1],
  ['2e1', 20],
  ['123456789012', 123_456_789_012],
  ['0', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['1e400', undefined],
  ['null', undefined],
])('a limit of %s is read as %s, and an invalid one is left to the provider', (text, expected) => {
  expect(scanned(`{"model":"m","max_tokens":${text}}`)).toMatchObject({ outputTokensMax: expected })
})

test.each([
  ['"max_tokens":900,"max_completion_tokens":77', 900],
  ['"max_tokens":9,"max_completion_tokens":77', 77],
  ['"max_tokens":900,"max_tokens":9', 900],
  ['"max_completion_tokens":900,"max_completion_tokens":9,"max_tokens":1', 900],
  ['"max_tokens":9,"max_completion_tokens":null', 9],
  ['"max_tokens":-1,"max_completion_tokens":9', undefined],
])('of %s, a provider may apply the largest limit: %s', (limits, expected) => {
  expect(scanned(`{"model":"m",${limits}}`)).toMatchObject({ outputTokensMax: expected })
})

test.each([
  ['1.0', 1],
  ['2e1', 20],
  ['9007199254740993', 9_007_199_254_740_992],
  ['1e400', Number.POSITIVE_INFINITY],
  ['1.5', 2],
  ['0', 1],
  ['-1', 1],
  ['null', 1],
])(
  'n and best_of of %s are read as %s: a value that a provider could read as many is never read as one',
  (text, expected) => {
    expect(scanned(`{"model":"m","n":${text},"best_of":${text}}`)).toMatchObject({
      n: expected,
      bestOf: expected,
    })
  },
)

test.each([
  ['"a"', 1],
  ['["a"]', 1],
  ['["a","b", "c"]', 3],
  ['[[1,2],[3]]', 2],
  ['[1,2,3]', 1],
  ['[]', 1],
  ['null', 1],
])('a prompt of %s counts as %s texts', (prompt, expected) => {
  expect(scanned(`{"model":"m","prompt":${prompt}}`)).toMatchObject({ promptCount: expected })
})

test.each([
  ['', 'not a JSON object'],
  ['[]', 'not a JSON object'],
  ['"model"', 'not a JSON object'],
  ['\uFEFF{"model":"m"}', 'byte order mark'],
  ['{"model":"m"}x', 'byte 13'],
  ['{"model":"m"}{}', 'byte 13'],
  ['{"model":"m",}', 'byte 13'],
  ["{'model':'m'}", 'byte 1'],
  ['{"model":"a\nb"}', 'byte 11'],
  ['{"model":"m","x":01}', 'byte 18'],
  ['{"model":"m","x":NaN}', 'byte 17'],
  ['{"model":"m","stream":tru}', 'byte 25'],
  ['{"model":"m","n":"5', 'not valid JSON'],
  ['{"model":"m" /* c */}', 'byte 13'],
  [`{"model":"m","x":${'['.repeat(600)}${']'.repeat(600)}}`, 'deeper than 512'],
])('a body that is not a JSON object is refused, with the offset: %j', (text, expected) => {
  expect(scanText(text)).toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining(expected) as string,
  })
})

test('invalid UTF-8 is refused', () => {
  const bytes = Buffer.concat([Buffer.from('{"model":"m","x":"'), Buffer.from([0xc3]), Buffer.from('"}')])
  expect(scanText(bytes)).toMatchObject({ kind: 'invalid', message: 'The body is not valid UTF-8.' })
})

test.each([
  ['{"messages":[]}', 'model'],
  ['{"model":null}', 'model'],
  ['{"model":"a","model":7}', 'model'],
  ['{"model":"m","stream":"true"}', 'stream'],
  ['{"model":"m","stream":1}', 'stream'],
  ['{"model":"m","stream_options":true}', 'stream_options'],
  ['{"model":"m","stream_options":[]}', 'stream_options'],
  ['{"model":"m","n":"3"}', 'n'],
  ['{"model":"m","max_tokens":[1]}', 'max_tokens'],
  ['{"model":"m","max_completion_tokens":true}', 'max_completion_tokens'],
])('a field that affects the charge must have the right type: %s', (text, field) => {
  expect(scanText(text)).toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining(`'${field}'`) as string,
  })
})

test('contradictory stream flags are refused, because a provider may read either', () => {
  expect(scanText('{"model":"m","stream":true,"stream":false}')).toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining("'stream' is given twice") as string,
  })
  expect(scanText('{"model":"m","stream":null,"stream":true}')).toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining("'stream' is given twice") as string,
  })
  expect(scanned('{"model":"m","stream":true,"stream":true}').isStream).toBe(true)
  expect(scanned('{"model":"m","stream":null,"stream":false}').isStream).toBe(false)
})

test.each([
  ['{"model":"m","Model":"dearer"}', 'model'],
  ['{"model":"m","STREAM":true}', 'stream'],
  ['{"model":"m","ſtream":true}', 'stream'],
  ['{"model":"m","max_to\u212Aens":5}', 'max_tokens'],
  [String.raw`{"model":"m","m\u004fdel":"dearer"}`, 'model'],
  ['{"model":"m","stream_options":{"Include_Usage":false}}', 'include_usage'],
])('a spelling that only some parsers accept as the field is refused: %s', (text, field) => {
  expect(scanText(text)).toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining(`Write it as "${field}"`) as string,
  })
})

test('other fields may have any spelling', () => {
  expect(scanned('{"model":"m","Metadata":1,"STOP":2,"mödel":3,"Modell":4}').fields).not.toHaveProperty(
    'stop',
  )
})
