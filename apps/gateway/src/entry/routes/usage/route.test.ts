import { addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readError } from '../../../testing/read-error.ts'
import { refuseRead } from '../../../testing/refuse-route.ts'
import { type TestGateway, startTestGateway } from '../../../testing/start-test-gateway.ts'
import type { z } from 'zod'
import { usageOutput } from '../../usage/usage-body.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

async function addCaller(creditMicros = 1_000_000n) {
  const companyId = await addCompany(gateway.database, creditMicros)
  const { raw, key } = await addKey(gateway.database, { companyId })
  return { companyId, key, headers: gateway.headers(raw) }
}

async function chat(headers: Record<string, string>, model = 'svc/chat-default'): Promise<Response> {
  gateway.sim.planNext({
    usage: { exact: { promptTokens: 1_000, completionTokens: 200, cachedTokens: 100 } },
  })
  const answer = await gateway.post(
    '/chat/completions',
    { model, messages: [{ role: 'user', content: 'Hello' }] },
    headers,
  )
  await answer.arrayBuffer()
  return answer
}

async function usage(headers: Record<string, string>, query = ''): Promise<z.output<typeof usageOutput>> {
  const answer = await gateway.get(`/usage${query}`, headers)
  expect(answer.status).toBe(200)
  // Strict, so that an undeclared field fails the test.
  return usageOutput.strict().parse(await answer.json())
}

test('200: a finished call is included in the usage immediately, with the balance after it', async () => {
  const { companyId, key, headers } = await addCaller()
  const answer = await chat(headers)
  expect((await gateway.get('/usage', headers)).status).toBe(200)
  const body = await usage(headers)
  const sums = {
    requests: 1,
    failed_requests: 0,
    prompt_tokens: 1_000,
    cached_tokens: 100,
    completion_tokens: 200,
    total_tokens: 1_200,
    credits: answer.headers.get('x-svc-credits-charged'),
  }
  expect(body).toEqual({
    object: 'usage',
    key_id: key.id,
    company_id: companyId,
    from: expect.stringMatching(/T00:00:00\.000Z$/) as unknown,
    to: body.balance.as_of,
    currency: 'credits',
    totals: sums,
    data: [{ day: body.balance.as_of.slice(0, 10), ...sums }],
    balance: {
      credits: answer.headers.get('x-svc-credits-balance'),
      held: '0.000000',
      as_of: expect.any(String) as unknown,
    },
  })
  expect(Date.parse(body.to) - Date.parse(body.from)).toBeLessThan(30 * 86_400_000)
})

test('a call in flight is held and not yet counted as usage', async () => {
  const { headers } = await addCaller()
  gateway.sim.planNext({ fault: { kind: 'hang_before_headers' } })
  const controller = new AbortController()
  const running = fetch(`${gateway.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'svc/chat-default', messages: [{ role: 'user', content: 'Hello' }] }),
    signal: controller.signal,
  }).catch(() => undefined)
  await waitUntil(async () => (await usage(headers)).balance.held !== '0.000000', {
    withinMs: 30_000,
    what: 'credits are held for the call',
  })
  expect((await usage(headers)).totals.requests).toBe(0)
  controller.abort()
  await running
})

test('usage is grouped by day, by model, or by both', async () => {
  const { headers } = await addCaller()
  await chat(headers, 'svc/chat-default')
  await chat(headers, 'svc/chat-cheap')
  const grouped = async (by: string) =>
    (await usage(headers, `?group_by=${by}`)).data.map(({ day, model, requests }) => [!!day, model, requests])
  expect(await grouped('day')).toEqual([[true, undefined, 2]])
  expect(await grouped('model')).toEqual([
    [false, 'svc/chat-cheap', 1],
    [false, 'svc/chat-default', 1],
  ])
  expect(await grouped('day,model')).toEqual([
    [true, 'svc/chat-cheap', 1],
    [true, 'svc/chat-default', 1],
  ])
})

test('a key sees its own usage, and that of its company only if its creator allowed it', async () => {
  const { companyId, headers } = await addCaller()
  const allowed = await addKey(gateway.database, { companyId, mayReadCompanyUsage: true })
  await chat(headers)
  const own = await usage(gateway.headers(allowed.raw))
  expect(own.totals.requests).toBe(0)
  const all = await usage(gateway.headers(allowed.raw), '?scope=company')
  expect([all.key_id, all.totals.requests]).toEqual([null, 1])
})

test('a period within a day contains exactly the calls settled in it', async () => {
  const { headers } = await addCaller()
  await chat(headers)
  const { balance } = await usage(headers)
  await chat(headers)
  const split = encodeURIComponent(balance.as_of)
  expect((await usage(headers, `?to=${split}`)).totals.requests).toBe(1)
  expect((await usage(headers, `?from=${split}`)).totals.requests).toBe(1)
})

test('usage can be read without credits, so that a caller sees why it is refused', async () => {
  const { headers } = await addCaller(0n)
  expect((await chat(headers)).status).toBe(402)
  expect((await usage(headers)).balance.credits).toBe('0.000000')
})

test('the answer states the period that was counted, which has whole days where calls are archived', async () => {
  const { companyId, key, headers } = await addCaller()
  const { postgres } = gateway.resources
  await postgres.query(
    `insert into archived_call_partitions (name, first_day, end_day, table_bytes, detached_at)
     values ('calls_2020w01', '2019-12-30', '2020-01-06', 0, now())`,
  )
  await postgres.query(
    `insert into usage_rollups (company_id, key_id, alias, day, requests, failed_requests, prompt_tokens, cached_tokens,
                                completion_tokens, charged_micros)
     values ($1, $2, 'svc/chat-default', '2020-01-03', 1, 0, 10, 0, 10, 5)`,
    [companyId, key.id],
  )
  const counted = async (from: string, to: string) => {
    const { totals, ...body } = await usage(headers, `?from=${from}&to=${to}`)
    return [body.from, body.to, totals.requests]
  }
  const noon = '2020-01-03T12:00:00Z'
  const [first, last] = ['2020-01-03T00:00:00.000Z', '2020-01-04T00:00:00.000Z']
  expect(await counted('2020-01-02', noon)).toEqual(['2020-01-02T00:00:00Z', last, 1])
  expect(await counted(noon, '2020-01-04')).toEqual([first, '2020-01-04T00:00:00Z', 1])
  expect(await counted(noon, '2020-01-03T12:00:00.000001Z')).toEqual([first, last, 1])
  const kept = ['2020-01-07T12:00:00.000001Z', '2020-01-08T12:00:00.000001Z'] as const
  expect(await counted(...kept)).toEqual([...kept, 0])
})

const wrong = [
  ['from=yesterday', 'from'],
  ['to=2026-13-01', 'to'],
  ['from=2026-03-02T12:00:00', 'from'],
  ['from=2026-03-02&to=2026-03-01', 'from'],
  ['from=2020-01-01', 'from'],
  ['group_by=hour', 'group_by'],
  ['scope=world', 'scope'],
] as const

test('400: an invalid parameter is refused by name', async () => {
  for (const [query, param] of wrong) {
    const error = await readError(await gateway.get(`/usage?${query}`))
    expect(error, query).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      code: 'INVALID_PARAMETER',
      param,
      shouldRetry: 'false',
    })
  }
})

test('403: a key limited to its own usage may not read that of its company', async () => {
  const error = await readError(await gateway.get('/usage?scope=company'))
  expect(error).toMatchObject({ status: 403, type: 'permission_error', code: 'LLM_SCOPE_DENIED' })
})

const route = { path: '/usage', otherScope: 'inference:chat', address: '203.0.113.71' } as const

test.each([
  { status: 401, why: 'an invalid key', answer: 'authentication_error null final' },
  { status: 403, why: 'a key without the scope', answer: 'permission_error LLM_SCOPE_DENIED final' },
  { status: 429, why: 'an address over its limit', answer: 'rate_limit_error null later' },
  { status: 503, why: 'a gateway without its database', answer: 'api_error LLM_GATEWAY_UNAVAILABLE later' },
] as const)('$status: $why', { timeout: 30_000 }, async ({ status, answer }) => {
  expect(await refuseRead(status, gateway, route)).toBe(`${status} ${answer}`)
})
