import { expect } from 'vitest'
import { cvText } from '../../testing/parse-documents.ts'
import { refuseCall } from '../../testing/refuse-call.ts'
import { test } from '../../testing/worker-gateway.ts'

const route = { path: '/parse/cv', body: { text: cvText } }

test('an unknown key is refused', async ({ gateway }) => {
  expect(await refuseCall(401, gateway, route)).toBe('401 authentication_error null final')
})
