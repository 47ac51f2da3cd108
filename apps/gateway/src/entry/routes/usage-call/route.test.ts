import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readError } from '../../../testing/read-error.ts'
import { refuseRead } from '../../../testing/refuse-route.ts'
import { sendUntilLimited } from '../../../testing/send-until-limited.ts'
import { type TestGateway, startTestGateway } from '../../../testing/start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const body = { model: 'svc/chat-default', messages: [{ role: 'user', content: 'Hello' }] }

async function receiptOf(response: Response): Promise<Record<string, unknown>> {
  const read = () => gateway.get(`/usage/calls/${response.headers.get('x-request-id')}`)
  // A failed call is recorded in the background.
  await waitUntil(async () => (await read()).ok, { withinMs: 30_000, what: 'the call is recorded' })
  return (await read()).json() as Promise<Record<string, unknown>>
}

test('200: the receipt of a charged call states tokens, price, cost and balance', async () => {
  gateway.sim.planNext({
    usage: { exact: { promptTokens: 1_000, completionTokens: 200, cachedTokens: 100 } },
  })
  const answer = await gateway.post('/chat/completions', body)
  const receipt = await gateway.get(`/usage/calls/${answer.headers.get('x-request-id')}`)
  expect(receipt.status).toBe(200)
  expect(await receipt.json()).toEqual({
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
    jws: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) as unknown,
  })
})

test('the signed receipt is verified with the published keys, and says the same', async () => {
  const { jws, ...receipt } = await receiptOf(await gateway.post('/chat/completions', body))
  const published = await gateway.get('/.well-known/jwks.json', { authorization: '' })
  const keys = createLocalJWKSet((await published.json()) as JSONWebKeySet)
  const { payload, protectedHeader } = await compactVerify(String(jws), keys, { algorithms: ['EdDSA'] })
  expect(protectedHeader).toEqual({ alg: 'EdDSA', kid: 'test-new' })
  const { signed_at: signedAt, ...signed } = JSON.parse(Buffer.from(payload).toString()) as typeof receipt
  expect(signed).toEqual(receipt)
  expect(signedAt).toMatch(/^\d{4}-\d\d-\d\dT/)
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

test('404: a call of a time that is archived is answered with the place of its receipt', async () => {
  await gateway.resources.postgres.query(
    `insert into archived_call_partitions (name, first_day, end_day, table_bytes, detached_at)
     values ('calls_2020w01', '2019-12-30', '2020-01-06', 0, now())`,
  )
  const archived = await gateway.get('/usage/calls/016f5e66-e800-7000-8000-000000000001')
  expect(archived.status).toBe(404)
  expect(await readError(archived)).toMatchObject({
    message: expect.stringContaining('Calls of that time are archived') as string,
  })
  const unknown = await gateway.get('/usage/calls/7fffffff-ffff-7fff-bfff-ffffffffffff')
  expect(await readError(unknown)).toMatchObject({
    message: expect.stringContaining('This key has made no such call') as string,
  })
})

test('404: a call of another key, an unknown id and an invalid id are all not found', async () => {
  const { raw } = await gateway.addKey()
  const answered = await gateway.post('/chat/completions', body)
  expect(answered.status).toBe(200)
  const id = answered.headers.get('x-request-id')
  const ofMine = await gateway.get(`/usage/calls/${id}`)
  expect(ofMine.status).toBe(200)
  const texts = new Set<string>()
  for (const unknown of [id, '01a1e044-f451-7000-8761-ef97bc11a89c', 'nothing', '%00']) {
    const error = await readError(await gateway.get(`/usage/calls/${unknown}`, gateway.headers(raw)))
    expect(error).toMatchObject({ status: 404, type: 'not_found_error', code: null, shouldRetry: 'false' })
    texts.add(JSON.stringify(error))
  }
  expect(texts.size).toBe(1)
})

const route = {
  path: '/usage/calls/01a1e044-f451-7000-8761-ef97bc11a89c',
  otherScope: 'inference:chat',
  address: '203.0.113.99',
} as const

test('429: an address over its limit is refused', async () => {
  const send = () => gateway.get(route.path, { 'x-forwarded-for': '203.0.113.99' })
  expect(new Set(await sendUntilLimited(send))).toEqual(new Set([404, 429]))
  expect(await readError(await send())).toMatchObject({ status: 429, type: 'rate_limit_error', code: null })
})

test.each([
  { status: 401, why: 'an invalid key', answer: 'authentication_error null final' },
  { status: 403, why: 'a key without the scope', answer: 'permission_error LLM_SCOPE_DENIED final' },
  { status: 503, why: 'a gateway without its database', answer: 'api_error LLM_GATEWAY_UNAVAILABLE later' },
] as const)('$status: $why', { timeout: 30_000 }, async ({ status, answer }) => {
  expect(await refuseRead(status, gateway, route)).toBe(`${status} ${answer}`)
})
