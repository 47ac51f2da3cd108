import { expect } from 'vitest'
import { jdText } from '../../testing/parse-documents.ts'
import { readError } from '../../testing/read-error.ts'
import { refuseCall } from '../../testing/refuse-call.ts'
import { test } from '../../testing/worker-gateway.ts'

const route = { path: '/parse/jd', body: { text: jdText } }

test('an alias outside the key’s allowlist is refused', async ({ gateway }) => {
  expect(await refuseCall(403, gateway, route)).toBe('403 permission_error LLM_MODEL_NOT_ALLOWED final')
})

test('a key without the scope is refused', async ({ gateway }) => {
  const { raw } = await gateway.addKey({ scopes: ['inference:chat'] })
  const error = await readError(await gateway.post(route.path, route.body, gateway.headers(raw)))
  expect(error).toMatchObject({ status: 403, code: 'LLM_SCOPE_DENIED' })
})
