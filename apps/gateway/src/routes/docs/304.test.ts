import { expect } from 'vitest'
import { test } from '../../testing/worker-gateway.ts'

test('whoever has it already does not get it again', async ({ gateway }) => {
  const tag = (await gateway.get('/docs')).headers.get('etag') ?? ''
  const again = await gateway.get('/docs', { 'if-none-match': tag })
  expect([again.status, await again.text()]).toEqual([304, ''])
})
