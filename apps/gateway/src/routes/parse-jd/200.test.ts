import { afterAll, beforeAll, expect, test } from 'vitest'
import { jdAnswerSchema } from '../../parse/parse-answer.ts'
import { asPdf, cvReply, jdReply, jdText } from '../../testing/parse-documents.ts'
import { type TestGateway, startTestGateway } from '../../testing/start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
  gateway.sim.planWhen(() => true, {
    content: jdReply,
    usage: { exact: { promptTokens: 1_000, completionTokens: 200, cachedTokens: 100 } },
  })
})
afterAll(() => gateway[Symbol.asyncDispose]())

test('a posting becomes atomic requirements with evidence, and is charged by the usage of the model', async () => {
  const response = await gateway.post('/parse/jd', { text: jdText, model: 'svc/extract-default' })
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
