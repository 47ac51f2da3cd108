import { expect } from 'vitest'
import { jdText } from '../../testing/parse-documents.ts'
import { refuseCall } from '../../testing/refuse-call.ts'
import { test } from '../../testing/worker-gateway.ts'

const route = { path: '/parse/jd', body: { text: jdText } }

test('a company without credits is refused', async ({ gateway }) => {
  expect(await refuseCall(402, gateway, route)).toBe('402 insufficient_quota INSUFFICIENT_CREDITS final')
})
