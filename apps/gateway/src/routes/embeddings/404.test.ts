import { expect } from 'vitest'
import { refuseCall } from '../../testing/refuse-call.ts'
import { test } from '../../testing/worker-gateway.ts'

const route = { path: '/embeddings', body: { model: 'svc/embed-default', input: 'a text' } }

test('an unknown alias is not found', async ({ gateway }) => {
  expect(await refuseCall(404, gateway, route)).toBe('404 not_found_error MODEL_NOT_FOUND final')
})
