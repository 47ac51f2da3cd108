import { expect } from 'vitest'
import { jdText } from '../../testing/parse-documents.ts'
import { refuseCall } from '../../testing/refuse-call.ts'
import { test } from '../../testing/worker-gateway.ts'

const route = { path: '/parse/jd', body: { text: jdText } }

test('requests over the limit of the key are refused', async ({ gateway }) => {
  expect(await refuseCall(429, gateway, route)).toBe('429 rate_limit_error null later')
})
