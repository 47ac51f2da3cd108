import { expect } from 'vitest'
import { jdText } from '../../testing/parse-documents.ts'
import { refuseCall } from '../../testing/refuse-call.ts'
import { test } from '../../testing/worker-gateway.ts'

const route = { path: '/parse/jd', body: { text: jdText } }

test('an unknown alias is not found', async ({ gateway }) => {
  expect(await refuseCall(404, gateway, route)).toBe('404 not_found_error MODEL_NOT_FOUND final')
})
