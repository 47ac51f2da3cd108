import { expect } from 'vitest'
import { refuseCall } from '../../testing/refuse-call.ts'
import { test } from '../../testing/worker-gateway.ts'

const route = { path: '/embeddings', body: { model: 'svc/embed-default', input: 'a text' } }

test('a different body with the same Idempotency-Key is a conflict', async ({ gateway }) => {
  expect(await refuseCall(409, gateway, route)).toBe('409 invalid_request_error IDEMPOTENCY_CONFLICT final')
})
