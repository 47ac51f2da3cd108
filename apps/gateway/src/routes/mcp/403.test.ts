import { expect } from 'vitest'
import { listTools, postMcp } from '../../testing/post-mcp.ts'
import { readError } from '../../testing/read-error.ts'
import { test } from '../../testing/worker-gateway.ts'

test('pages of other origins are refused, and local ones are not', async ({ gateway }) => {
  const ask = (origin: string) => postMcp(gateway, listTools, { origin })
  expect(await readError(await ask('http://evil.example.com'))).toMatchObject({
    status: 403,
    type: 'permission_error',
    code: null,
  })
  expect((await ask('null')).status).toBe(403)
  expect((await ask('http://localhost:3000')).status).toBe(200)
})
