import { expect } from 'vitest'
import { refuseCall } from '../../testing/refuse-call.ts'
import { test } from '../../testing/worker-gateway.ts'

const route = { path: '/embeddings', body: { model: 'svc/embed-default', input: 'a text' } }

test('an invalid key is refused', async ({ gateway }) => {
  expect(await refuseCall(401, gateway, route)).toBe('401 authentication_error null final')
})
