import { expect } from 'vitest'
import { refuseCall } from '../../testing/refuse-call.ts'
import { test } from '../../testing/worker-gateway.ts'

const route = { path: '/embeddings', body: { model: 'svc/embed-default', input: 'a text' } }

test('a model outside the allowlist of the key is refused', async ({ gateway }) => {
  expect(await refuseCall(403, gateway, route)).toBe('403 permission_error LLM_MODEL_NOT_ALLOWED final')
})
