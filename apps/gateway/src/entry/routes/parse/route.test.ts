import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jdAnswerSchema } from '../../../parse/parse-answer.ts'
import { asPdf, cvReply, cvText, jdReply, jdText } from '../../../testing/parse-documents.ts'
import { readError } from '../../../testing/read-error.ts'
import { refuseCall } from '../../../testing/refuse-route.ts'
import { type TestGateway, startTestGateway } from '../../../testing/start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const usage = { exact: { promptTokens: 1_000, completionTokens: 200, cachedTokens: 100 } }

test('200: a posting becomes atomic requirements with evidence, and is charged by the usage of the model', async () => {
  gateway.sim.planNext({ content: jdReply, usage })
  const response = await gateway.post('/parse/jd', { text: jdText, model: 'svc/extract-default' })
  expect(response.status).toBe(200)
  const answer = jdAnswerSchema.parse(await response.json())
  expect(answer).toMatchObject({
    object: 'jd.parse',
    schema: 'parsed_jd/1.0',
    data: {
      title: 'Backend Engineer',
      requirements: [{ text: 'experience with Go', min_years: 3, evidence: [{ status: 'verified' }, {}] }],
      skills: [{ name: 'Go', importance: 'must', requirement_id: 'req_1' }],
    },
  })
  expect(response.headers.get('x-svc-credits-charged')).toBe('0.001910')
})

test('a posting can be sent as a PDF', async () => {
  const binary = { 'content-type': 'application/pdf' }
  gateway.sim.planNext({ content: jdReply, usage })
  const response = await gateway.post('/parse/jd', asPdf(jdText), binary)
  expect(jdAnswerSchema.parse(await response.json())).toMatchObject({
    document: { kind: 'pdf' },
    data: { employer: 'Acme GmbH' },
  })
})

test('a CV and a posting with the same text have separate results', async () => {
  gateway.sim.planNext({ content: cvReply })
  const cv = await gateway.post('/parse/cv', { text: jdText })
  expect(await cv.json()).toMatchObject({ object: 'cv.parse', extraction: { cached: false } })
})

describe.each([
  ['/parse/cv', cvText],
  ['/parse/jd', jdText],
])('%s', (path, text) => {
  test.each([
    ['invalid JSON', '{"text":', 'application/json'],
    ['no text', {}, 'application/json'],
    ['a text that is not a string', { text: 7 }, 'application/json'],
    ['a model that is not a string', { text, model: 7 }, 'application/json'],
    ['an empty text', { text: '' }, 'application/json'],
    ['an empty body', '', 'text/plain'],
    ['a form without its boundary', 'text=a', 'multipart/form-data'],
    ['a form of another kind', 'text=a', 'application/x-www-form-urlencoded'],
  ])('400: %s is refused', async (_what, body, contentType) => {
    const error = await readError(await gateway.post(path, body, { 'content-type': contentType }))
    expect(error).toMatchObject({ status: 400, code: 'INVALID_BODY', shouldRetry: 'false' })
  })

  test('400: an alias that is not for extraction is refused', async () => {
    const body = { text, model: 'svc/chat-default' }
    const error = await readError(await gateway.post(path, body))
    expect(error).toMatchObject({ status: 400, code: 'MODEL_CAPABILITY_MISMATCH', param: 'model' })
  })

  const binary = { 'content-type': 'application/octet-stream' }

  test.each([
    ['only a space', ' '],
    ['too few letters', '12 34 ... ab'],
  ])('422: a text with too few letters is refused with a message about texts: %s', async (_, short) => {
    const error = await readError(await gateway.post(path, { text: short }))
    const message = 'The text has fewer than 20 letters. Send the whole text of the document.'
    expect(error).toMatchObject({ status: 422, code: 'NO_TEXT', message, shouldRetry: 'false' })
  })

  test('422: a PDF without text is refused, and nothing is invented', async () => {
    const error = await readError(await gateway.post(path, asPdf(''), binary))
    const message = expect.stringContaining('send it with a text layer') as string
    expect(error).toMatchObject({ status: 422, code: 'NO_TEXT', message, shouldRetry: 'false' })
  })

  test.each([
    ['two bytes', Buffer.from([0xff, 0xfe])],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
    ['a truncated PDF', Buffer.from('%PDF-1.7\n1 0 obj')],
  ])('422: an unsupported or broken document is refused: %s', async (_, bytes) => {
    const error = await readError(await gateway.post(path, bytes, binary))
    expect(error).toMatchObject({ status: 422, code: 'UNSUPPORTED_DOCUMENT', shouldRetry: 'false' })
  })

  test('422: unusable model output is not charged, and the call is recorded as failed', async () => {
    gateway.sim.planNext({ content: 'I cannot help with that.' }, 2)
    const response = await gateway.post(path, { text: `${text}\nAnother document` })
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

  test.each([
    { status: 401, why: 'an unknown key', answer: 'authentication_error null final' },
    { status: 402, why: 'no credits', answer: 'insufficient_quota INSUFFICIENT_CREDITS final' },
    {
      status: 403,
      why: 'an alias that the key may not call',
      answer: 'permission_error LLM_MODEL_NOT_ALLOWED final',
    },
    { status: 404, why: 'an unknown alias', answer: 'not_found_error MODEL_NOT_FOUND final' },
    { status: 413, why: 'a body over 10 MiB', answer: 'invalid_request_error REQUEST_TOO_LARGE final' },
    { status: 429, why: 'too many requests of the key', answer: 'rate_limit_error null later' },
    { status: 503, why: 'a failing provider', answer: 'api_error LLM_GATEWAY_UNAVAILABLE later' },
  ] as const)('$status: $why', async ({ status, answer }) => {
    // A document that no other test has parsed, or its stored result would be the answer.
    const route = { path, body: { text: `${text}\nDocument for ${status}` } }
    expect(await refuseCall(status, gateway, route)).toBe(`${status} ${answer}`)
  })

  test('403: a key without the scope is refused', async () => {
    const { raw } = await gateway.addKey({ scopes: ['inference:chat'] })
    const error = await readError(await gateway.post(path, { text }, gateway.headers(raw)))
    expect(error).toMatchObject({ status: 403, code: 'LLM_SCOPE_DENIED' })
  })

  test('409: a different document with the same Idempotency-Key is a conflict', async () => {
    const headers = { 'idempotency-key': `once for ${path}` }
    await (await gateway.post(path, { text }, headers)).arrayBuffer()
    const error = await readError(await gateway.post(path, { text: `${text} and more` }, headers))
    expect(error).toMatchObject({ status: 409, code: 'IDEMPOTENCY_CONFLICT' })
  })

  test('413: a text of more than 200,000 characters is refused', async () => {
    const error = await readError(await gateway.post(path, { text: 'word '.repeat(40_001) }))
    expect(error).toMatchObject({ status: 413, code: 'REQUEST_TOO_LARGE', shouldRetry: 'false' })
  })
})
