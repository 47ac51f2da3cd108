import { request } from 'node:http'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { expect } from 'vitest'
import { sendUntilLimited } from '../../testing/send-until-limited.ts'
import { readError } from '../../testing/read-error.ts'
import { startTestGateway } from '../../testing/start-test-gateway.ts'
import { test } from '../../testing/worker-gateway.ts'

const body = { model: 'svc/chat-default', messages: [{ role: 'user', content: 'Hello' }] }

const limited = { status: 429, type: 'rate_limit_error', code: null, shouldRetry: null }

test('requests over the limit of the key are refused with a time to retry', async ({ gateway }) => {
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
  expect(error).toMatchObject(limited)
  expect(Number(error?.retryAfterMs)).toBeGreaterThan(1_000)
})

test('tokens over the limit of the key are refused', async ({ gateway }) => {
  const { raw } = await gateway.addKey({ tpmLimit: 500 })
  const large = { ...body, max_tokens: 400 }
  const first = await gateway.post('/chat/completions', large, gateway.headers(raw))
  expect(first.status).toBe(200)
  await gateway.post('/chat/completions', { ...large, max_tokens: 480 }, gateway.headers(raw))
  const error = await readError(
    await gateway.post('/chat/completions', { ...large, max_tokens: 480 }, gateway.headers(raw)),
  )
  expect(error).toMatchObject(limited)
})

test('the address limit is checked before the key', async ({ gateway }) => {
  const headers = { authorization: '', 'x-forwarded-for': '203.0.113.77' }
  const send = () => gateway.post('/chat/completions', body, headers)
  const statuses = await sendUntilLimited(send)
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(300)
  expect(await readError(await send())).toMatchObject(limited)
})

test('a key that abandons too many streams may not stream for a while, but may make other calls', async () => {
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
  expect(error).toMatchObject(limited)
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
