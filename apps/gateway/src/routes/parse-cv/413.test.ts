import { expect } from 'vitest'
import { cvText } from '../../testing/parse-documents.ts'
import { readError } from '../../testing/read-error.ts'
import { refuseCall } from '../../testing/refuse-call.ts'
import { test } from '../../testing/worker-gateway.ts'

const route = { path: '/parse/cv', body: { text: cvText } }

test('a body of more than 10 MiB is refused before it is read', async ({ gateway }) => {
  expect(await refuseCall(413, gateway, route)).toBe('413 invalid_request_error REQUEST_TOO_LARGE final')
})

test('a text of more than 200,000 characters is refused', async ({ gateway }) => {
  const error = await readError(await gateway.post(route.path, { text: 'word '.repeat(40_001) }))
  expect(error).toMatchObject({ status: 413, code: 'REQUEST_TOO_LARGE', shouldRetry: 'false' })
})
