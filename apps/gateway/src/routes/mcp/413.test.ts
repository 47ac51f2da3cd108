import { expect } from 'vitest'
import { postMcp } from '../../testing/post-mcp.ts'
import { readError } from '../../testing/read-error.ts'
import { test } from '../../testing/worker-gateway.ts'

test('a message of more than 4 MiB is refused', async ({ gateway }) => {
  const error = await readError(await postMcp(gateway, 'x'.repeat(4 * 1024 * 1024 + 1)))
  expect(error).toMatchObject({ status: 413, code: 'REQUEST_TOO_LARGE' })
})
