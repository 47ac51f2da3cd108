import { expect } from 'vitest'
import { jdText } from '../../testing/parse-documents.ts'
import { refuseCall } from '../../testing/refuse-call.ts'
import { test } from '../../testing/worker-gateway.ts'

const route = { path: '/parse/jd', body: { text: jdText } }

test('a key over its requests in a minute is refused', async ({ gateway }) => {
  expect(await refuseCall(429, gateway, route)).toBe('429 rate_limit_error null later')
})
