import { request } from 'node:http'
import { addCredits } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { expect } from 'vitest'
import { readError } from '../../../testing/read-error.ts'
import { sendUntilLimited } from '../../../testing/send-until-limited.ts'
import { startTestGateway } from '../../../testing/start-test-gateway.ts'
import { test } from '../../../testing/worker-gateway.ts'

const body = { model: 'svc/chat-default', messages: [{ role: 'user', content: 'Hello' }] }

test('402: without credits a call is refused with the balance, and succeeds as soon as there are credits', async () => {
  await using gateway = await startTestGateway({ creditMicros: 0n })
  expect((await gateway.get('/models')).status).toBe(200)
  const error = await readError(await gateway.post('/chat/completions', body))
  expect(error).toMatchObject({
    status: 402,
    type: 'insufficient_quota',
    code: 'INSUFFICIENT_CREDITS',
    shouldRetry: 'false',
    retryAfter: null,
  })
  expect(JSON.stringify(error)).toContain('0.000000 credits')
  expect(gateway.sim.requests).toHaveLength(0)
  await addCredits(gateway.database, gateway.companyId, 1_000_000n)
  expect((await gateway.post('/chat/completions', body)).status).toBe(200)
})

test('402: a key that has reached its monthly cap is refused, and other keys of the company are not', async () => {
  await using gateway = await startTestGateway()
  // A call costs 1,910 micro-credits.
  const { raw } = await gateway.addKey({ monthlyCreditCapMicros: 2_000n })
  const send = () => gateway.post('/chat/completions', body, gateway.headers(raw))
  const usage = { exact: { promptTokens: 1_000, completionTokens: 200, cachedTokens: 100 } }
  gateway.sim.planNext({ usage }, 2)
  // The second call starts below the cap, so it may end above it.
  for (let time = 0; time < 2; time += 1) expect((await send()).status).toBe(200)
  const error = await readError(await send())
  expect(error).toMatchObject({
    status: 402,
    type: 'insufficient_quota',
    code: 'INSUFFICIENT_CREDITS',
    shouldRetry: 'false',
  })
  expect(JSON.stringify(error)).toContain('may spend 0.002000 credits in a month; it has spent 0.003820')
  const headers = { ...gateway.headers(raw), 'x-svc-dry-run': 'true' }
  expect(await (await gateway.post('/chat/completions', body, headers)).json()).toMatchObject({
    would_pass: false,
    checks: expect.arrayContaining([{ check: 'key_cap', passed: false }]) as unknown,
    refusal: { status: 402, error: { code: 'INSUFFICIENT_CREDITS' } },
  })
  expect((await gateway.post('/chat/completions', body)).status).toBe(200)
})

const limited = { type: 'rate_limit_error', code: null, shouldRetry: null }

test('429: requests over the limit of the key are refused with a time to retry', async ({ gateway }) => {
  const { raw } = await gateway.addKey({ rpmLimit: 2 })
  const responses: Response[] = []
  for (let time = 0; time < 3; time += 1) {
    responses.push(await gateway.post('/chat/completions', body, gateway.headers(raw)))
  }
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 429])
  const remaining = responses.map(({ headers }) => headers.get('x-ratelimit-remaining-requests'))
  expect(remaining.slice(0, 2)).toEqual(['1', '0'])
  const [, , last] = responses
  const error = last && (await readError(last))
  expect(error).toMatchObject({ status: 429, ...limited })
  expect(Number(error?.retryAfterMs)).toBeGreaterThan(1_000)
})

test('429: tokens over the limit of the key are refused', async ({ gateway }) => {
  const { raw } = await gateway.addKey({ tpmLimit: 500 })
  const large = { ...body, max_tokens: 400 }
  const first = await gateway.post('/chat/completions', large, gateway.headers(raw))
  expect(first.status).toBe(200)
  await gateway.post('/chat/completions', { ...large, max_tokens: 480 }, gateway.headers(raw))
  const error = await readError(
    await gateway.post('/chat/completions', { ...large, max_tokens: 480 }, gateway.headers(raw)),
  )
  expect(error).toMatchObject({ status: 429, ...limited })
})

test('429: the address limit is checked before the key', async ({ gateway }) => {
  const headers = { authorization: '', 'x-forwarded-for': '203.0.113.77' }
  const send = () => gateway.post('/chat/completions', body, headers)
  const statuses = await sendUntilLimited(send)
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(300)
  expect(await readError(await send())).toMatchObject({ status: 429, ...limited })
})

test('429: a key that abandons too many streams may not stream for a while, but may make other calls', async () => {
  await using gateway = await startTestGateway({ environment: { ABANDONED_STREAMS_PER_MINUTE: '2' } })
  gateway.sim.planWhen(() => true, { outputTokens: 200, tokensPerSecond: 100 })
  const streamed = JSON.stringify({ ...body, stream: true })
  /** Reads part of the text and disconnects. */
  const abandon = () =>
    new Promise<void>((resolve, reject) => {
      const headers = { ...gateway.headers(), 'content-type': 'application/json' }
      const sent = request(`${gateway.baseUrl}/chat/completions`, { method: 'POST', agent: false, headers })
      sent.on('response', (response) => {
        response.on('error', () => undefined)
        response.once('data', () => response.destroy())
        response.once('close', () => resolve())
      })
      sent.once('error', reject)
      sent.end(streamed)
    })
  const recorded = async () => {
    const { rows } = await gateway.resources.postgres.query(
      `select 1 from calls where reason = 'client_gone'`,
    )
    return rows.length
  }
  for (let time = 1; time <= 2; time += 1) {
    await abandon()
    await waitUntil(async () => (await recorded()) === time, {
      withinMs: 30_000,
      what: 'the call is recorded',
    })
  }
  let error: Awaited<ReturnType<typeof readError>> | undefined
  const isRefused = async () => {
    const response = await gateway.post('/chat/completions', streamed)
    if (response.status === 429) error = await readError(response)
    else await response.body?.cancel()
    return response.status === 429
  }
  await waitUntil(isRefused, { withinMs: 30_000, what: 'streams are refused' })
  expect(error).toMatchObject({ status: 429, ...limited })
  expect(JSON.stringify(error)).toContain('abandoned')
  const notices = async () =>
    (await gateway.resources.postgres.query(`select kind, key, details from company_notices`)).rows
  await waitUntil(async () => (await notices()).length > 0, {
    withinMs: 30_000,
    what: 'the notice has been written',
  })
  await isRefused()
  expect(await notices()).toMatchObject([
    {
      kind: 'abandoned_streams',
      details: { abandonedMax: 2, keyName: expect.stringMatching(/./) as string },
    },
  ])
  const metrics = await gateway.resources.metrics.metrics()
  expect(metrics).toMatch(/gatehouse_abandoned_streams_total\S* [2-9]/)
  expect(metrics).toMatch(/gatehouse_abandoned_stream_refusals_total\S* [1-9]/)
  expect((await gateway.post('/chat/completions', { ...body, max_tokens: 5 })).status).toBe(200)
})
