import { expect } from 'vitest'
import { refuseCall } from '../../testing/refuse-call.ts'
import { test } from '../../testing/worker-gateway.ts'

const route = { path: '/embeddings', body: { model: 'svc/embed-default', input: 'a text' } }

test('a body over 32 MiB is refused', async ({ gateway }) => {
  expect(await refuseCall(413, gateway, route)).toBe('413 invalid_request_error REQUEST_TOO_LARGE final')
})
