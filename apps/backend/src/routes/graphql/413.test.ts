import { expect, test } from 'vitest'
import { startTestBackend } from '../../testing/start-test-backend.ts'

test('a body above 100 KiB is refused', async () => {
  await using backend = await startTestBackend()
  const response = await backend.post({ query: '{ __typename }', variables: { x: 'x'.repeat(101 * 1_024) } })
  expect(response.status).toBe(413)
})
