import { expect } from 'vitest'
import { test } from '../../testing/worker-gateway.ts'

test('a client with a current copy gets no body', async ({ gateway }) => {
  const tag = (await gateway.get('/openapi.json')).headers.get('etag') ?? ''
  const again = await gateway.get('/openapi.json', { 'if-none-match': tag })
  expect([again.status, await again.text()]).toEqual([304, ''])
})
