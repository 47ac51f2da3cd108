import { expect } from 'vitest'
import { cvText } from '../../testing/parse-documents.ts'
import { readError } from '../../testing/read-error.ts'
import { test } from '../../testing/worker-gateway.ts'

const wrong: [string, unknown, string][] = [
  ['invalid JSON', '{"text":', 'application/json'],
  ['no text', {}, 'application/json'],
  ['a text that is not a string', { text: 7 }, 'application/json'],
  ['a model that is not a string', { text: cvText, model: 7 }, 'application/json'],
  ['an empty text', { text: '' }, 'application/json'],
  ['an empty body', '', 'text/plain'],
  ['a form without its boundary', 'text=a', 'multipart/form-data'],
  ['a form of another kind', 'text=a', 'application/x-www-form-urlencoded'],
]

for (const [what, body, contentType] of wrong) {
  test(`${what} is refused`, async ({ gateway }) => {
    const error = await readError(await gateway.post('/parse/cv', body, { 'content-type': contentType }))
    expect(error).toMatchObject({ status: 400, code: 'INVALID_BODY', shouldRetry: 'false' })
  })
}

test('an alias that is not for extraction is refused', async ({ gateway }) => {
  const body = { text: cvText, model: 'svc/chat-default' }
  const error = await readError(await gateway.post('/parse/cv', body))
  expect(error).toMatchObject({ status: 400, code: 'MODEL_CAPABILITY_MISMATCH', param: 'model' })
})
