import { expect, test } from 'vitest'
import { type ExampleLanguage, writeExample } from './write-examples.ts'

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
