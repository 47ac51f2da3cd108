import { expect } from 'vitest'
import { refuseCall } from '../../testing/refuse-call.ts'
import { test } from '../../testing/worker-gateway.ts'

const route = { path: '/embeddings', body: { model: 'svc/embed-default', input: 'a text' } }

test('a body that is not JSON is refused', async ({ gateway }) => {
  expect(await refuseCall(400, gateway, route)).toBe('400 invalid_request_error INVALID_BODY final')
})
