import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestGateway, startTestGateway } from '../../testing/start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const body = { model: 'svc/chat-default', messages: [{ role: 'user', content: 'Hello' }] }

async function receiptOf(response: Response): Promise<Record<string, unknown>> {
  const ask = () => gateway.get(`/usage/calls/${response.headers.get('x-request-id')}`)
  // A failed call is recorded in the background.
  await waitUntil(async () => (await ask()).ok, { withinMs: 30_000, what: 'the call is recorded' })
  return (await ask()).json() as Promise<Record<string, unknown>>
}

test('the receipt of a charged call states tokens, price, cost and balance', async () => {
  gateway.sim.planNext({
    usage: { exact: { promptTokens: 1_000, completionTokens: 200, cachedTokens: 100 } },
  })
  const answer = await gateway.post('/chat/completions', body)
  expect(await receiptOf(answer)).toEqual({
    object: 'usage.receipt',
    id: answer.headers.get('x-request-id'),
    key_id: gateway.key.key.id,
    company_id: gateway.companyId,
    concerned_company_id: null,
    model: 'svc/chat-default',
    operation: 'chat',
    status: 'succeeded',
    reason: null,
    rule: 'The answer came with usage and is charged by it.',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown,
    tokens: { prompt: 1_000, cached: 100, completion: 200, total: 1_200 },
    price: {
      version: expect.stringMatching(/^\d+$/) as unknown,
      input_per_million: '1.000000',
      cached_input_per_million: '0.100000',
      output_per_million: '5.000000',
    },
    currency: 'credits',
    credits: {
      held: expect.stringMatching(/^0\.\d{6}$/) as unknown,
      charged: answer.headers.get('x-svc-credits-charged'),
      given_back: '0.000000',
      balance_after: answer.headers.get('x-svc-credits-balance'),
    },
    timings: { duration_ms: expect.any(Number) as unknown },
  })
})

test('the receipt of a failed call states why it was not charged', async () => {
  gateway.sim.planNext({ fault: { kind: 'status', status: 500 } })
  const receipt = await receiptOf(await gateway.post('/chat/completions', body))
  expect(receipt).toMatchObject({
    status: 'failed',
    reason: 'provider_error',
    rule: 'No complete answer arrived, so nothing is charged.',
    price: null,
    credits: { charged: '0.000000' },
  })
})
