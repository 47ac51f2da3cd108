import { afterAll, beforeAll, expect, test } from 'vitest'
import { jdAnswerSchema } from '../../parse/parse-answer.ts'
import { asPdf, cvSaid, jdSaid, jdText } from '../../testing/parse-documents.ts'
import { type TestGateway, startTestGateway } from '../../testing/start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
  gateway.sim.planWhen(() => true, {
    content: jdSaid,
    usage: { exact: { promptTokens: 1_000, completionTokens: 200, cachedTokens: 100 } },
  })
})
afterAll(() => gateway[Symbol.asyncDispose]())

test('a posting becomes atomic requirements with their evidence, and is charged by what the model used', async () => {
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

test('a posting as a PDF is read too', async () => {
  const binary = { 'content-type': 'application/pdf' }
  const response = await gateway.post('/parse/jd', asPdf(jdText), binary)
  expect(jdAnswerSchema.parse(await response.json())).toMatchObject({
    document: { kind: 'pdf' },
    data: { employer: 'Acme GmbH' },
  })
})

test('a CV and a posting of the same text are two results', async () => {
  gateway.sim.planNext({ content: cvSaid })
  const cv = await gateway.post('/parse/cv', { text: jdText })
  expect(await cv.json()).toMatchObject({ object: 'cv.parse', extraction: { cached: false } })
})
