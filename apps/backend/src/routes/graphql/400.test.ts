import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesOf, readGraphql } from '../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../testing/start-test-backend.ts'

let backend: TestBackend

beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend[Symbol.asyncDispose]())

test.each([
  ['no content', {}],
  ['an empty query', { query: '' }],
  ['a query that is not a string', { query: 1 }],
  ['variables that are not an object', { query: '{ __typename }', variables: [1] }],
  ['several operations in an array', [{ query: '{ __typename }' }, { query: '{ __typename }' }]],
  ['a string', '"{ __typename }"'],
])('a body with %s is refused as a GraphQL error', async (_name, body) => {
  const response = await backend.post(body)
  expect(response.status).toBe(400)
  expect(codesOf(await readGraphql(response))).toEqual(['BAD_USER_INPUT'])
})

test('a body that is not JSON is refused', async () => {
  const response = await backend.post('{"query":')
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: 'http.body_invalid' })
})

test('a client that accepts the media type of GraphQL over HTTP gets a 400 for a refused document', async () => {
  const headers = { accept: 'application/graphql-response+json' }
  for (const query of ['{', '{ nothing }', `{ ${'__typename '.repeat(1_000)} }`]) {
    const response = await backend.post({ query }, headers)
    expect(response.status).toBe(400)
    expect(await readGraphql(response)).not.toHaveProperty('data')
  }
})
