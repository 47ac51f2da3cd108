import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestBackend, startTestBackend } from '../../testing/start-test-backend.ts'

let backend: TestBackend

beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend[Symbol.asyncDispose]())

// The content types that a page on another site can send without a CORS preflight, and therefore with our cookie if the
// route accepted them.
test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  '%s is refused, so that a form on another site cannot log a user in or out',
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
