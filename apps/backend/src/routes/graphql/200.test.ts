import { addUser } from '@gatehouse/testkit/seed-backend'
import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesOf, readGraphql } from '../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../testing/start-test-backend.ts'

let backend: TestBackend

beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend[Symbol.asyncDispose]())

test('whoAmI returns id, email and isSuperAdmin of the user to whom the token was issued', async () => {
  const user = await addUser(backend.database, { isSuperAdmin: true })
  await expect(backend.ask('{ whoAmI { id email isSuperAdmin } }', { user })).resolves.toEqual({
    data: { whoAmI: { id: user.id, email: user.email, isSuperAdmin: true } },
  })
})

test('an operation whose service is unreachable is UNAVAILABLE, which a client may retry', async () => {
  const dead = { AI_SERVICE_URL: 'http://127.0.0.1:1', AI_SERVICE_SECRET: 's'.repeat(32) }
  await using other = await startTestBackend(dead)
  const user = await addUser(other.database, { isSuperAdmin: true })
  expect(codesOf(await other.ask('{ generatorStatus { status } }', { user }))).toEqual(['UNAVAILABLE'])
})

test('without a token whoAmI is refused with a message that says what is needed', async () => {
  const body = await backend.ask('{ whoAmI { id } }')
  expect(body.data).toBeNull()
  expect(body.errors).toMatchObject([
    { path: ['whoAmI'], extensions: { code: 'UNAUTHENTICATED', fault: 'graphql.token_required' } },
  ])
})

test.each([
  ['__typename', '{ __typename }', { __typename: 'Query' }],
  ['a schema query', '{ __schema { queryType { name } } }', { __schema: { queryType: { name: 'Query' } } }],
])('%s works without a token and with an invalid one', async (_name, query, data) => {
  await expect(backend.ask(query)).resolves.toEqual({ data })
  const headers = { authorization: 'Bearer nonsense' }
  await expect(backend.ask(query, { headers })).resolves.toEqual({ data })
})

test('the full introspection query of the reference implementation works', async () => {
  const body = await backend.ask(getIntrospectionQuery())
  expect(body.errors).toBeUndefined()
  expect(JSON.stringify(body.data)).toContain('whoAmI')
})

test('an undefined field is a validation error, and nothing in the document runs', async () => {
  const user = await addUser(backend.database)
  const body = await backend.ask('{ whoAmI { id passwordHash } }', { user })
  expect(body.data).toBeUndefined()
  expect(codesOf(body)).toEqual(['BAD_USER_INPUT'])
  expect(body.errors?.[0]?.message).toContain('Cannot query field "passwordHash" on type "User"')
})

test('the response is plain JSON that must not be cached, and its request id is in its errors', async () => {
  const response = await backend.post({ query: '{ whoAmI { id } }' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const requestId = response.headers.get('x-request-id')
  expect((await readGraphql(response)).errors?.[0]?.extensions.request_id).toBe(requestId)
})

test('a client that accepts the media type of GraphQL over HTTP gets it', async () => {
  const headers = { accept: 'application/graphql-response+json' }
  const response = await backend.post({ query: '{ __typename }' }, headers)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8')
})
