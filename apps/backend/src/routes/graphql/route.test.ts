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

test('200: the response is plain JSON that must not be cached, and its request id is in its errors', async () => {
  const response = await backend.post({ query: '{ whoAmI { id } }' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const requestId = response.headers.get('x-request-id')
  expect((await readGraphql(response)).errors?.[0]?.extensions.request_id).toBe(requestId)
})

test('200: a client that accepts the media type of GraphQL over HTTP gets it', async () => {
  const headers = { accept: 'application/graphql-response+json' }
  const response = await backend.post({ query: '{ __typename }' }, headers)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8')
})

test.each([
  ['no content', {}],
  ['an empty query', { query: '' }],
  ['a query that is not a string', { query: 1 }],
  ['variables that are not an object', { query: '{ __typename }', variables: [1] }],
  ['several operations in an array', [{ query: '{ __typename }' }, { query: '{ __typename }' }]],
  ['a string', '"{ __typename }"'],
])('400: a body with %s is refused as a GraphQL error', async (_name, body) => {
  const response = await backend.post(body)
  expect(response.status).toBe(400)
  expect(codesOf(await readGraphql(response))).toEqual(['BAD_USER_INPUT'])
})

test('400: a body that is not JSON is refused', async () => {
  const response = await backend.post('{"query":')
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: 'http.body_invalid' })
})

test('400: a client that accepts the media type of GraphQL over HTTP gets a 400 for a refused document', async () => {
  const headers = { accept: 'application/graphql-response+json' }
  for (const query of ['{', '{ nothing }', `{ ${'__typename '.repeat(1_000)} }`]) {
    const response = await backend.post({ query }, headers)
    expect(response.status).toBe(400)
    expect(await readGraphql(response)).not.toHaveProperty('data')
  }
})

test('413: a body above 100 KiB is refused', async () => {
  const response = await backend.post({ query: '{ __typename }', variables: { x: 'x'.repeat(101 * 1_024) } })
  expect(response.status).toBe(413)
})

// The content types that a page on another site can send without a CORS preflight, and therefore with our cookie if the
// route accepted them.
test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  '415: %s is refused, so that a form on another site cannot log a user in or out',
  async (type) => {
    const response = await backend.post('{"query":"mutation { logout }"}', { 'content-type': type })
    expect(response.status).toBe(415)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  },
)

test('a CORS preflight is not granted', async () => {
  const response = await fetch(`${backend.url}/graphql`, {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
  })
  expect(response.ok).toBe(false)
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
})

test('GET is refused, so that a link cannot run an operation', async () => {
  const response = await fetch(`${backend.url}/graphql?query={__typename}`)
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('POST')
})

test('429: an address that sends too many requests is refused for a while; other addresses and health checks are not', async () => {
  await using limited = await startTestBackend({ ADDRESS_REQUESTS_PER_MINUTE: '3' })
  const ask = (address: string) =>
    limited.post({ query: '{ __typename }' }, { 'x-forwarded-for': `203.0.${address}` })
  const range = `${process.pid % 256}`
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask(`${range}.1`)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 200, 200, 429, 429])
  const refused = await ask(`${range}.1`)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('content-type')).toContain('application/json')
  expect(await refused.json()).toMatchObject({
    errors: [{ extensions: { code: 'RATE_LIMITED', fault: 'http.too_many_requests' } }],
  })
  expect((await ask(`${range}.2`)).status).toBe(200)
  const health = await Promise.all(
    Array.from({ length: 5 }, () =>
      fetch(`${limited.url}/healthz`, { headers: { 'x-forwarded-for': `203.0.${range}.1` } }),
    ),
  )
  expect(health.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
})
