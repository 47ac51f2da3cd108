import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestBackend, startTestBackend } from '../../testing/start-test-backend.ts'

let backend: TestBackend

beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend[Symbol.asyncDispose]())

// The types that a page of another site can send without asking first, and with our cookie if it were less strict.
test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  '%s is refused, so that no form of another site can log anybody in or out',
  async (type) => {
    const response = await backend.post('{"query":"mutation { logout }"}', { 'content-type': type })
    expect(response.status).toBe(415)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  },
)

test('a browser that asks first is not told that it may', async () => {
  const response = await fetch(`${backend.url}/graphql`, {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
  })
  expect(response.ok).toBe(false)
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
})

test('GET is not taken, so that no link runs anything', async () => {
  const response = await fetch(`${backend.url}/graphql?query={__typename}`)
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('POST')
})
