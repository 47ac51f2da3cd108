import { expect } from 'vitest'
import { cvText } from '../../testing/parse-documents.ts'
import { refuseCall } from '../../testing/refuse-call.ts'
import { test } from '../../testing/worker-gateway.ts'

const route = { path: '/parse/cv', body: { text: cvText } }

test('a company without credits is refused', async ({ gateway }) => {
  expect(await refuseCall(402, gateway, route)).toBe('402 insufficient_quota INSUFFICIENT_CREDITS final')
})
