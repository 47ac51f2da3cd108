import { expect } from 'vitest'
import { cvText } from '../../testing/parse-documents.ts'
import { readError } from '../../testing/read-error.ts'
import { test } from '../../testing/worker-gateway.ts'

test('a different document with the same Idempotency-Key is a conflict', async ({ gateway }) => {
  const headers = { 'idempotency-key': 'once for cv' }
  await (await gateway.post('/parse/cv', { text: cvText }, headers)).arrayBuffer()
  const error = await readError(await gateway.post('/parse/cv', { text: `${cvText} and more` }, headers))
  expect(error).toMatchObject({ status: 409, code: 'IDEMPOTENCY_CONFLICT' })
})
