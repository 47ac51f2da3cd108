import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { type ExampleLanguage, writeCall, writeExample } from './write-examples.ts'

const input = { baseUrl: 'https://api.example.com/llm/v1', key: 'svc_live_x', model: 'svc/chat-default' }

test.each<ExampleLanguage>(['curl', 'typescript', 'python', 'env'])(
  'the example for %s has the address and the key',
  (language) => {
    const example = writeExample(language, input)
    expect(example).toContain(input.baseUrl)
    expect(example).toContain(input.key)
  },
)

test('the body of the curl example is valid JSON', () => {
  const body = /-d '(.*)'/s.exec(writeExample('curl', input))?.[1] ?? ''
  expect(JSON.parse(body)).toMatchObject({ model: 'svc/chat-default' })
})

test.each<[ExampleLanguage, string]>([
  ['curl', '"$BASE_URL/chat/completions"'],
  ['typescript', 'baseURL: process.env.BASE_URL'],
  ['python', 'os.environ["BASE_URL"]'],
])('without an address the example for %s names a variable', (language, expected) => {
  expect(writeExample(language, { ...input, baseUrl: undefined })).toContain(expected)
})

const request = {
  model: 'svc/chat-default',
  messages: [
    { role: 'system', content: `It's "short".` },
    { role: 'user', content: 'Two\nlines \\ and ${x} $HOME' },
  ],
  temperature: 0.5,
  response_format: { type: 'json_object' },
} as const

test('the curl command of any call sends its exact body', () => {
  const command = writeCall('curl', { baseUrl: 'https://api.example.com/llm/v1', request, isStream: true })
  // What a shell makes of the quoted body.
  const body = (/-d '([\s\S]*)'$/.exec(command)?.[1] ?? '').replaceAll(String.raw`'\''`, "'")
  expect(JSON.parse(body)).toEqual({ ...request, stream: true })
})

test('the TypeScript of any call has its exact request', () => {
  const code = writeCall('typescript', { baseUrl: undefined, request, isStream: true })
  const literal = /create\((\{[\s\S]*\n\})\)/.exec(code)?.[1] ?? ''
  expect(runInNewContext(`(${literal})`)).toEqual({ ...request, stream: true })
  expect(code).toContain('process.env.API_KEY')
})

test('the Python of any call writes its own words for true and reads the key from a variable', () => {
  const code = writeCall('python', { baseUrl: undefined, request, isStream: true })
  expect(code).toContain('    stream=True,')
  expect(code).toContain(String.raw`{"role": "user", "content": "Two\nlines \\ and ${'$'}{x} $HOME"},`)
  expect(code).toContain('os.environ["API_KEY"]')
})
