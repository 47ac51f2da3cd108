import { expect } from 'vitest'
import { refuseCall } from '../../testing/refuse-call.ts'
import { test } from '../../testing/worker-gateway.ts'

const route = { path: '/embeddings', body: { model: 'svc/embed-default', input: 'a text' } }

test('requests over the limit of the key are refused', async ({ gateway }) => {
  expect(await refuseCall(429, gateway, route)).toBe('429 rate_limit_error null later')
})
