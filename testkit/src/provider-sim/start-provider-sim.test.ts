import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openRawExchange } from './raw-exchange.ts'
import { type ProviderSim, startProviderSim } from './start-provider-sim.ts'

let sim: ProviderSim

beforeEach(async () => {
  sim = await startProviderSim()
})

afterEach(() => sim.close())

const CHAT = { model: 'any', messages: [{ role: 'user', content: 'Hello' }] }
const STREAM = { ...CHAT, stream: true }

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(new URL(path, sim.baseUrl), { method: 'POST', body: text, headers })
}

async function statusOf(response: Promise<Response>): Promise<number> {
  const { status } = await response
  return status
}

const chat = (headers = {}) => statusOf(post('/v1/chat/completions', CHAT, headers))
const statusPlan = (status: number) => ({ fault: { kind: 'status' as const, status } })

test('queued plans apply in order, each as often as requested, then requests succeed again', async () => {
  sim.planNext(statusPlan(500), 2)
  sim.planNext(statusPlan(429))
  const statuses = [await chat(), await chat(), await chat(), await chat()]
  expect(statuses).toEqual([500, 500, 429, 200])
})

test('a condition applies until it is removed, and a queued plan takes precedence', async () => {
  const endIt = sim.planWhen(({ body }) => body.includes('"model":"bad"'), statusPlan(503))
  const ask = (model: string) => statusOf(post('/v1/chat/completions', { ...CHAT, model }))
  expect([await ask('bad'), await ask('good'), await ask('bad')]).toEqual([503, 200, 503])
  sim.planNext(statusPlan(418))
  expect([await ask('bad'), await ask('bad')]).toEqual([418, 503])
  endIt()
  expect(await ask('bad')).toBe(200)
})

test('a plan can depend on the request', async () => {
  sim.planWhen(
    () => true,
    ({ body }) => statusPlan(body.includes('"model":"bad"') ? 503 : 418),
  )
  const ask = (model: string) => statusOf(post('/v1/chat/completions', { ...CHAT, model }))
  expect([await ask('bad'), await ask('good')]).toEqual([503, 418])
})

test('a request header carries a plan for that request alone and leaves the queue untouched', async () => {
  sim.planNext(statusPlan(500))
  expect(await chat({ 'x-sim-plan': JSON.stringify(statusPlan(404)) })).toBe(404)
  expect([await chat(), await chat()]).toEqual([500, 200])
})

test('another process queues and clears plans over HTTP', async () => {
  const queued = await post('/sim/plans', { plan: statusPlan(503), times: 3 })
  expect([queued.status, await queued.json()]).toEqual([200, { queued: 3 }])
  expect(await chat()).toBe(503)
  await fetch(new URL('/sim/plans', sim.baseUrl), { method: 'DELETE' })
  expect(await chat()).toBe(200)
})

test.each([
  '{not json',
  '[]',
  '{"fault":{"kind":"unknown"}}',
  '{"fault":{"kind":"status","status":200}}',
  '{"fault":{"kind":"cut_mid_frame","after":-1,"bytes":1}}',
  '{"shape":{"writeBytesMax":0}}',
  '{"unknown":1}',
])('an invalid plan is rejected as a whole: %s', async (plan) => {
  expect(await chat({ 'x-sim-plan': plan })).toBe(400)
  expect(await statusOf(post('/sim/plans', `{"plan":${plan}}`))).toBe(400)
  expect(await chat()).toBe(200)
})

test('requests are recorded with their exact bytes, here and over HTTP', async () => {
  const body = '{ "model":"any" ,"messages":[{"role":"user","content":"\\u00e4 ä"}], "temperature":1.0 }'
  await (await post('/v1/chat/completions?a=1', body, { 'x-mark': 'seen' })).text()
  const expected = { method: 'POST', path: '/v1/chat/completions', outcome: 'completed', framesWritten: 1 }
  expect(sim.requests).toMatchObject([{ ...expected, headers: { 'x-mark': 'seen' }, disconnectedAtMs: null }])
  expect(sim.requests[0]?.body.toString()).toBe(body)
  const overHttp = await (await fetch(new URL('/sim/requests', sim.baseUrl))).json()
  expect(overHttp).toMatchObject({
    counts: { started: 1, completed: 1, disconnected: 0, faulted: 0 },
    requests: [{ ...expected, bodyBase64: Buffer.from(body).toString('base64') }],
  })
})

test('only the last 1000 requests are kept, and all are counted', async () => {
  for (let batch = 0; batch < 21; batch += 1) {
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => statusOf(fetch(`${sim.baseUrl}/models/${batch}-${index}`))),
    )
  }
  expect(sim.requests).toHaveLength(1_000)
  expect(sim.requests.some(({ path }) => path.startsWith('/v1/models/0-'))).toBe(false)
  expect(sim.requests.some(({ path }) => path.startsWith('/v1/models/20-'))).toBe(true)
  expect(sim.counts.started).toBe(1_050)
})

test('nothing is recorded when recording is off, and the counts remain', async () => {
  await using quiet = await startProviderSim({ recordRequests: false })
  await (await fetch(`${quiet.baseUrl}/models`)).text()
  expect(quiet.requests).toEqual([])
  expect(quiet.counts).toMatchObject({ started: 1, completed: 1 })
})

test('health checks are not recorded, and reset clears plans, records and counts', async () => {
  expect(await statusOf(fetch(new URL('/health', sim.baseUrl)))).toBe(200)
  expect(sim.counts.started).toBe(0)
  await chat()
  sim.planNext(statusPlan(500))
  sim.reset()
  expect(sim.requests).toEqual([])
  expect(sim.counts.started).toBe(0)
  expect(await chat()).toBe(200)
})

test('without an apiKey any key is accepted; with one, a request without it is rejected', async () => {
  expect(await chat()).toBe(200)
  await using guarded = await startProviderSim({ apiKey: 'secret' })
  const ask = (headers: Record<string, string>) => statusOf(fetch(`${guarded.baseUrl}/models`, { headers }))
  expect(await ask({})).toBe(401)
  expect(await ask({ authorization: 'Bearer secret2' })).toBe(401)
  expect(await ask({ authorization: 'Bearer secret' })).toBe(200)
})

test.each(['', '{"model":', '[1]', '"text"', '{"messages":[{"role":"user","content":"x"}]}'])(
  'an invalid body is rejected with the error envelope: %s',
  async (body) => {
    const response = await post('/v1/chat/completions', body)
    expect(response.status).toBe(400)
    const error = { message: expect.any(String) as string, type: 'invalid_request_error', code: null }
    expect(await response.json()).toMatchObject({ error })
  },
)

test('a body over 64 MiB is rejected by its declared length, before it is sent', async () => {
  const request = httpRequest(`${sim.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-length': 64 * 1024 * 1024 + 1 },
  })
  request.flushHeaders()
  const [response] = (await once(request, 'response')) as [{ statusCode: number }]
  expect(response.statusCode).toBe(413)
  request.destroy()
})

test('a body over 64 MiB of undeclared length is rejected once it is too long', async () => {
  const request = httpRequest(`${sim.baseUrl}/chat/completions`, { method: 'POST' })
  const answered = once(request, 'response') as Promise<[{ statusCode: number }]>
  const mebibyte = Buffer.alloc(1024 * 1024, ' ')
  for (let sent = 0; sent <= 64; sent += 1) {
    if (!request.write(mebibyte)) await once(request, 'drain')
  }
  const [response] = await answered
  expect(response.statusCode).toBe(413)
  request.destroy()
})

test('a client that disconnects in the middle of a stream stops it, and this is recorded', async () => {
  sim.planNext({ outputTokens: 10_000, tokensPerSecond: 100 })
  const client = openRawExchange(sim.port, { body: STREAM })
  await client.until('data: ')
  const leftAtMs = Date.now()
  client.hangUp()
  await vi.waitFor(() => expect(sim.counts.disconnected).toBe(1))
  const [request] = sim.requests
  expect(request?.outcome).toBe('disconnected')
  expect(request?.disconnectedAtMs).toBeGreaterThanOrEqual(leftAtMs)
  expect(request?.framesWritten).toBeLessThan(100)
})

test('a client that disconnects before its request is complete is recorded too', async () => {
  const socket = connect(sim.port, '127.0.0.1')
  socket.write('POST /v1/chat/completions HTTP/1.1\r\nhost: sim\r\ncontent-length: 100\r\n\r\n{"model"')
  await vi.waitFor(() => expect(sim.counts.started).toBe(1))
  socket.destroy()
  await vi.waitFor(() => expect(sim.requests[0]?.outcome).toBe('disconnected'))
})

test('a client that disconnects while it waits for the headers is recorded immediately', async () => {
  sim.planNext({ shape: { headersDelayMs: 600_000 } })
  const client = openRawExchange(sim.port, { body: CHAT })
  await vi.waitFor(() => expect(sim.requests[0]?.body.length).toBeGreaterThan(0))
  client.hangUp()
  await vi.waitFor(() => expect(sim.counts).toMatchObject({ disconnected: 1, completed: 0, faulted: 0 }))
})

test('a client that stops reading pauses the stream, and gets all of it when it resumes', async () => {
  // Far more than the kernel's socket buffers hold.
  const outputTokens = 80_000
  sim.planNext({ outputTokens })
  const client = openRawExchange(sim.port, { body: STREAM })
  client.pause()
  let framesBefore = -1
  await vi.waitFor(
    () => {
      const frames = sim.requests[0]?.framesWritten ?? 0
      const isStill = frames > 0 && frames === framesBefore
      framesBefore = frames
      expect(isStill).toBe(true)
    },
    { interval: 100, timeout: 10_000 },
  )
  expect(framesBefore).toBeLessThan(outputTokens)
  client.resume()
  const answer = await client.ended()
  expect(answer.isWhole).toBe(true)
  expect(sim.requests[0]).toMatchObject({ outcome: 'completed', framesWritten: outputTokens + 3 })
}, 20_000)

// Run sequentially they would take a minute and a half, far beyond the timeout.
test('hundreds of paced streams run concurrently', async () => {
  await using paced = await startProviderSim({ tokensPerSecond: 100, recordRequests: false })
  const clients = Array.from({ length: 300 }, () => openRawExchange(paced.port, { body: STREAM }))
  const answers = await Promise.all(clients.map((client) => client.ended()))
  expect(answers.every(({ events, isWhole }) => isWhole && events.at(-1) === '[DONE]')).toBe(true)
  expect(paced.counts).toEqual({ started: 300, completed: 300, disconnected: 0, faulted: 0 })
}, 20_000)

test('close ends open streams and hanging requests immediately', async () => {
  const doomed = await startProviderSim()
  doomed.planNext({ fault: { kind: 'hang_before_headers' } })
  const hanging = openRawExchange(doomed.port, { body: CHAT })
  await vi.waitFor(() => expect(doomed.counts.faulted).toBe(1))
  await doomed.close()
  expect((await hanging.ended()).wire).toBe('')
  await expect(fetch(`${doomed.baseUrl}/models`)).rejects.toThrow('fetch failed')
})

test('a port in use is reported', async () => {
  await expect(startProviderSim({ port: sim.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
