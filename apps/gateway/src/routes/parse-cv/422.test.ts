import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPdf, cvText } from '../../testing/parse-documents.ts'
import { readError } from '../../testing/read-error.ts'
import { type TestGateway, startTestGateway } from '../../testing/start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const binary = { 'content-type': 'application/octet-stream' }

test.each([
  ['only a space', ' '],
  ['too few letters', '12 34 ... ab'],
])('a text with too few letters is refused with a message about texts: %s', async (_, text) => {
  const error = await readError(await gateway.post('/parse/cv', { text }))
  const message = 'The text has fewer than 20 letters. Send the whole text of the document.'
  expect(error).toMatchObject({ status: 422, code: 'NO_TEXT', message, shouldRetry: 'false' })
})

test('a PDF without text is refused, and nothing is invented', async () => {
  const error = await readError(await gateway.post('/parse/cv', asPdf(''), binary))
  const message = expect.stringContaining('send it with a text layer') as string
  expect(error).toMatchObject({ status: 422, code: 'NO_TEXT', message, shouldRetry: 'false' })
})

test.each([
  ['two bytes', Buffer.from([0xff, 0xfe])],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
  ['a truncated PDF', Buffer.from('%PDF-1.7\n1 0 obj')],
])('an unsupported or broken document is refused: %s', async (_, bytes) => {
  const error = await readError(await gateway.post('/parse/cv', bytes, binary))
  expect(error).toMatchObject({ status: 422, code: 'UNSUPPORTED_DOCUMENT', shouldRetry: 'false' })
})

test('unusable model output is not charged, and the call is recorded as failed', async () => {
  gateway.sim.planNext({ content: 'I cannot help with that.' }, 2)
  const response = await gateway.post('/parse/cv', { text: cvText })
  const id = response.headers.get('x-request-id')
  expect(await readError(response)).toMatchObject({
    status: 422,
    code: 'EXTRACTION_FAILED',
    shouldRetry: 'false',
  })
  const receipt = () => gateway.get(`/usage/calls/${id}`)
  await waitUntil(async () => (await receipt()).ok, { withinMs: 30_000, what: 'the call is recorded' })
  expect(await (await receipt()).json()).toMatchObject({ status: 'failed', reason: 'extraction_failed' })
})
