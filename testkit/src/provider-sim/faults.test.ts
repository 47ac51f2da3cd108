// Every fault of a plan, observed by a client on a raw socket.
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FaultPlan, UsagePlan } from './plan/fault-plan.ts'
import { openRawExchange, type RawExchange } from './raw-exchange.ts'
import { type ProviderSim, startProviderSim } from './start-provider-sim.ts'

let sim: ProviderSim

beforeEach(async () => {
  sim = await startProviderSim()
})

afterEach(() => sim.close())

const WHOLE = { model: 'any', messages: [{ role: 'user', content: 'Hello' }] }
const STREAM = { ...WHOLE, stream: true, stream_options: { include_usage: true } }
// One role frame, three content frames, one finish frame, one usage frame, [DONE].
const THREE_TOKENS = { outputTokens: 3 }
const ALL_FRAMES = 7
const NO_LENGTH = { outputTokens: undefined }

function exchange(plan: FaultPlan, body: object = STREAM): RawExchange {
  sim.planNext({ ...THREE_TOKENS, ...plan })
  return openRawExchange(sim.port, { body })
}

async function framesWithoutFault(): Promise<string[]> {
  const { body } = await exchange({}).ended()
  return body
    .toString()
    .split('\n\n')
    .filter((frame) => frame !== '')
    .map((frame) => `${frame}\n\n`)
}

test('without a fault the stream is whole, ends with [DONE] and reports usage in a separate chunk', async () => {
  const answer = await exchange({}).ended()
  expect(answer).toMatchObject({ status: 200, isWhole: true, end: 'closed' })
  expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8')
  expect(answer.events).toHaveLength(ALL_FRAMES)
  expect(answer.events.at(-1)).toBe('[DONE]')
  expect(JSON.parse(answer.events.at(-2) ?? '')).toMatchObject({
    choices: [],
    usage: { completion_tokens: 3 },
  })
  expect(sim.counts).toEqual({ started: 1, completed: 1, disconnected: 0, faulted: 0 })
})

test('reset_before_headers resets the connection before a byte is sent', async () => {
  const answer = await exchange({ fault: { kind: 'reset_before_headers' } }).ended()
  expect(answer).toMatchObject({ wire: '', end: 'reset' })
  expect(sim.counts.faulted).toBe(1)
})

test('hang_before_headers keeps the connection open and silent until the client disconnects', async () => {
  const client = exchange({ fault: { kind: 'hang_before_headers' } })
  await vi.waitFor(() => expect(sim.counts.faulted).toBe(1))
  expect(client.answer()).toMatchObject({ wire: '', end: 'open' })
  client.hangUp()
  await vi.waitFor(() => expect(sim.counts.disconnected).toBe(1))
  expect(sim.requests[0]?.disconnectedAtMs).toBeGreaterThan(0)
})

test('hang_mid_stream sends the requested frames and then nothing', async () => {
  const client = exchange({ fault: { kind: 'hang_mid_stream', after: 2 } })
  await vi.waitFor(() => expect(sim.counts.faulted).toBe(1))
  await client.until('delta":{"content"')
  expect(client.answer()).toMatchObject({ status: 200, isWhole: false, end: 'open' })
  expect(client.answer().events).toHaveLength(2)
  client.hangUp()
  await vi.waitFor(() => expect(sim.requests[0]).toMatchObject({ outcome: 'faulted', framesWritten: 2 }))
  await vi.waitFor(() => expect(sim.counts.disconnected).toBe(1))
})

test('a stream can hang even after [DONE]', async () => {
  const client = exchange({ fault: { kind: 'hang_mid_stream', after: 'done' } })
  await client.until('[DONE]')
  await vi.waitFor(() => expect(sim.counts.faulted).toBe(1))
  expect(client.answer()).toMatchObject({ isWhole: false, end: 'open' })
  client.hangUp()
})

test('cut_mid_frame sends exactly the requested bytes of the frame and closes without ending the HTTP body', async () => {
  const frames = await framesWithoutFault()
  const answer = await exchange({ fault: { kind: 'cut_mid_frame', after: 2, bytes: 31 } }).ended()
  expect(answer.body.toString()).toBe(`${frames[0]}${frames[1]}${frames[2]?.slice(0, 31)}`)
  expect(answer).toMatchObject({ isWhole: false, end: 'closed' })
})

test('cut_mid_frame never sends the whole frame, however many bytes are requested', async () => {
  const frames = await framesWithoutFault()
  const answer = await exchange({ fault: { kind: 'cut_mid_frame', after: 'usage', bytes: 9_999 } }).ended()
  expect(answer.body.toString()).toBe(frames.join('').slice(0, -1))
})

test.each([
  { after: 0, frames: 0 },
  { after: 1, frames: 1 },
  { after: 'role', frames: 1 },
  { after: 'content', frames: 4 },
  { after: 'finish', frames: 5 },
  { after: 'usage', frames: 6 },
  { after: 'done', frames: 7 },
  { after: 999, frames: 7 },
] as const)(
  'cut_between_frames after $after leaves $frames whole frames and no end of the HTTP body',
  async (point) => {
    const frames = await framesWithoutFault()
    const answer = await exchange({ fault: { kind: 'cut_between_frames', after: point.after } }).ended()
    expect(answer.body.toString()).toBe(frames.slice(0, point.frames).join(''))
    expect(answer).toMatchObject({ status: 200, isWhole: false, end: 'closed' })
    expect(sim.requests.at(-1)).toMatchObject({ outcome: 'faulted', framesWritten: point.frames })
  },
)

test.each([
  { after: undefined, frames: 6 },
  { after: 'done', frames: 6 },
  { after: 'content', frames: 4 },
] as const)('end_early after $after is a correct HTTP body without [DONE]', async ({ after, frames }) => {
  const answer = await exchange({ fault: { kind: 'end_early', after } }).ended()
  expect(answer).toMatchObject({ isWhole: true, end: 'closed' })
  expect(answer.events).toHaveLength(frames)
  expect(answer.events).not.toContain('[DONE]')
  expect(sim.counts).toMatchObject({ faulted: 1, completed: 0 })
})

test('error_mid_stream puts an error frame in the stream, then ends without [DONE]', async () => {
  const fault = { kind: 'error_mid_stream', after: 2, message: 'overloaded', code: 'busy' } as const
  const answer = await exchange({ fault }).ended()
  expect(answer.events).toHaveLength(3)
  const error = { message: 'overloaded', type: 'server_error', param: null, code: 'busy' }
  expect(JSON.parse(answer.events[2] ?? '')).toEqual({ error })
  expect(answer.isWhole).toBe(true)
})

test('garbage_frame is one frame that is not JSON in an otherwise whole stream', async () => {
  const answer = await exchange({ fault: { kind: 'garbage_frame', after: 1 } }).ended()
  expect(answer.events).toHaveLength(ALL_FRAMES + 1)
  expect(() => JSON.parse(answer.events[1] ?? '') as unknown).toThrow(SyntaxError)
  expect(answer.events.at(-1)).toBe('[DONE]')
})

test.each([WHOLE, STREAM])('garbage_body responds 200 with truncated JSON, or with a page', async (body) => {
  const broken = await exchange({ fault: { kind: 'garbage_body', body: 'invalid_json' } }, body).ended()
  expect(broken).toMatchObject({
    status: 200,
    headers: { 'content-type': 'application/json' },
    isWhole: true,
  })
  expect(() => JSON.parse(broken.body.toString()) as unknown).toThrow(SyntaxError)
  const page = await exchange({ fault: { kind: 'garbage_body', body: 'html' } }, body).ended()
  expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html' }, isWhole: true })
  expect(page.body.toString()).toMatch(/^<!doctype html>/)
})

test.each([
  { status: 401, type: 'invalid_request_error', code: 'invalid_api_key' },
  { status: 418, type: 'invalid_request_error', code: null },
  { status: 429, type: 'requests', code: 'rate_limit_exceeded' },
  { status: 503, type: 'server_error', code: null },
])('status $status uses the error envelope of the wire format', async ({ status, type, code }) => {
  const answer = await exchange({ fault: { kind: 'status', status, retryAfter: 7 } }).ended()
  expect(answer).toMatchObject({
    status,
    headers: { 'content-type': 'application/json', 'retry-after': '7' },
  })
  const error = { message: expect.any(String) as string, type, param: null, code }
  expect(JSON.parse(answer.body.toString())).toEqual({ error })
})

test('a status fault can have its own message, an HTTP date, or a page instead of the envelope', async () => {
  const words = { message: 'no more', type: 'billing', code: 'broke' }
  const date = 'Wed, 21 Oct 2026 07:28:00 GMT'
  const own = await exchange({ fault: { kind: 'status', status: 402, retryAfter: date, ...words } }).ended()
  expect(own.headers['retry-after']).toBe(date)
  expect(JSON.parse(own.body.toString())).toEqual({ error: { ...words, param: null } })
  const page = await exchange({ fault: { kind: 'status', status: 502, html: true } }).ended()
  expect(page).toMatchObject({ status: 502, headers: { 'content-type': 'text/html' } })
})

test('in a JSON answer, stream faults occur between headers and body', async () => {
  const full = await exchange({}, WHOLE).ended()
  const length = full.headers['content-length']
  const cut = await exchange({ fault: { kind: 'cut_mid_frame', after: 'finish', bytes: 20 } }, WHOLE).ended()
  expect(cut).toMatchObject({ status: 200, headers: { 'content-length': length }, isWhole: false })
  expect(cut.body).toEqual(full.body.subarray(0, 20))
  const headersOnly = await exchange({ fault: { kind: 'cut_between_frames', after: 5 } }, WHOLE).ended()
  expect(headersOnly).toMatchObject({ headers: { 'content-length': length }, body: Buffer.alloc(0) })
  const empty = await exchange({ fault: { kind: 'end_early' } }, WHOLE).ended()
  expect(empty).toMatchObject({ status: 200, isWhole: true, body: Buffer.alloc(0) })
  const error = await exchange({ fault: { kind: 'error_mid_stream', after: 0 } }, WHOLE).ended()
  expect(JSON.parse(error.body.toString())).toMatchObject({ error: { type: 'server_error' } })
  const silent = exchange({ fault: { kind: 'hang_mid_stream', after: 0 } }, WHOLE)
  await silent.until('\r\n\r\n')
  expect(silent.answer()).toMatchObject({ status: 200, body: Buffer.alloc(0), end: 'open' })
  silent.hangUp()
})

test('no usage is reported anywhere when its place is nowhere', async () => {
  for (const body of [WHOLE, STREAM]) {
    const answer = await exchange({ usage: { place: 'nowhere' } }, body).ended()
    expect(answer.isWhole).toBe(true)
    expect(answer.body.toString()).not.toContain('usage')
  }
})

function usagesIn(events: string[]): unknown[] {
  const chunks = events.filter((event) => event !== '[DONE]').map((event) => JSON.parse(event) as object)
  return chunks.map((chunk) => ('usage' in chunk ? chunk.usage : undefined))
}

test('usage on the finish chunk replaces the separate chunk', async () => {
  const { events } = await exchange({ usage: { place: 'finish_chunk' } }).ended()
  const usages = usagesIn(events)
  expect(usages).toHaveLength(5)
  expect(usages.slice(0, 4)).toEqual([null, null, null, null])
  expect(usages[4]).toMatchObject({ completion_tokens: 3 })
  expect(JSON.parse(events[4] ?? '')).toMatchObject({ choices: [{ finish_reason: 'stop' }] })
})

test('usage on every chunk grows, so that only the last is correct', async () => {
  const exact = { promptTokens: 10, completionTokens: 50 }
  const { events } = await exchange({ usage: { place: 'every_chunk', exact } }).ended()
  expect(usagesIn(events)).toMatchObject(
    [0, 1, 2, 3, 50].map((tokens) => ({ completion_tokens: tokens, total_tokens: 10 + tokens })),
  )
})

test('exact usage is reported as planned', async () => {
  const exact = { promptTokens: 100, completionTokens: 7, cachedTokens: 64, reasoningTokens: 5 }
  for (const body of [WHOLE, STREAM]) {
    const answer = await exchange({ usage: { exact } }, body).ended()
    expect(answer.body.toString()).toContain(
      '"usage":{"prompt_tokens":100,"completion_tokens":7,"total_tokens":107,' +
        '"prompt_tokens_details":{"cached_tokens":64},"completion_tokens_details":{"reasoning_tokens":5}}',
    )
  }
})

test.each([
  { value: 'negative', text: '"completion_tokens":-7,' },
  { value: 'fractional', text: '"completion_tokens":1.5,' },
  { value: 'string', text: '"completion_tokens":"12",' },
  { value: 'huge', text: '"completion_tokens":1e+99,' },
] as const)('bad usage can be $value', async ({ value, text }) => {
  for (const body of [WHOLE, STREAM]) {
    const answer = await exchange({ usage: { bad: { value } } }, body).ended()
    expect(answer.body.toString()).toContain(text)
  }
})

test('bad usage can be in any of the numbers', async () => {
  for (const field of ['prompt_tokens', 'total_tokens', 'cached_tokens'] as const) {
    const answer = await exchange({ usage: { bad: { value: 'negative', field } } }).ended()
    expect(answer.body.toString()).toContain(`"${field}":-7`)
  }
})

test('usage of embeddings can be exact, bad or missing too', async () => {
  const embed = async (usage: UsagePlan) => {
    sim.planNext({ usage })
    const body = { model: 'any', input: 'text', dimensions: 2 }
    return (await openRawExchange(sim.port, { path: '/v1/embeddings', body }).ended()).body.toString()
  }
  const exact = { promptTokens: 9, completionTokens: 0 }
  expect(await embed({ exact })).toContain('"usage":{"prompt_tokens":9,"total_tokens":9}')
  expect(await embed({ bad: { value: 'negative' } })).toContain(
    '"usage":{"prompt_tokens":-7,"total_tokens":1}',
  )
  expect(await embed({ place: 'nowhere' })).not.toContain('usage')
})

test.each([1, 7])('writeBytesMax %i sends chunks of at most that size and the same bytes', async (bytes) => {
  const whole = await exchange({}).ended()
  const split = await exchange({ shape: { writeBytesMax: bytes } }).ended()
  expect(split.body).toEqual(whole.body)
  expect(split.isWhole).toBe(true)
  expect(Math.max(...split.chunks.map((chunk) => chunk.length))).toBe(bytes)
})

test('split writes arrive separately, not only as separate HTTP chunks', async () => {
  const whole = await exchange({}).ended()
  const split = await exchange({ shape: { writeBytesMax: 1 } }).ended()
  // The kernel may merge some writes, but never nearly all.
  expect(split.reads).toBeGreaterThan(20 * whole.reads)
})

test('gzip compresses the body although the client does not accept it', async () => {
  const { body: plain } = await exchange({}).ended()
  sim.planNext({ ...THREE_TOKENS, shape: { gzip: true } })
  const headers = { 'accept-encoding': 'identity' }
  const answer = await openRawExchange(sim.port, { body: STREAM, headers }).ended()
  expect(answer.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(answer.body)).toEqual(plain)
})

test('headersDelayMs and frameDelayMs delay the headers and each frame', async () => {
  const startedMs = performance.now()
  const client = exchange({ shape: { headersDelayMs: 60, frameDelayMs: 15 } })
  await client.until('\r\n\r\n')
  const headersMs = performance.now() - startedMs
  const answer = await client.ended()
  // Timers may fire a millisecond early.
  expect(headersMs).toBeGreaterThanOrEqual(59)
  expect(performance.now() - startedMs - headersMs).toBeGreaterThanOrEqual(15 * (ALL_FRAMES - 1) - 2)
  expect(answer.events).toHaveLength(ALL_FRAMES)
})

test('tokensPerSecond paces a stream, and makes a JSON answer wait for all of its tokens', async () => {
  for (const body of [STREAM, WHOLE]) {
    const startedMs = performance.now()
    await exchange({ outputTokens: 20, tokensPerSecond: 200 }, body).ended()
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(98)
  }
})

test('crlf ends every line with CR LF', async () => {
  const answer = await exchange({ shape: { crlf: true } }).ended()
  expect(answer.body.toString()).toMatch(/^(data: [^\r\n]+\r\n\r\n){7}$/)
})

test('comments appear between frames and are not counted as frames', async () => {
  const answer = await exchange({ shape: { comments: true } }).ended()
  expect(answer.body.toString()).toMatch(/^(: keep-alive\n\ndata: [^\n]+\n\n){7}$/)
  expect(sim.requests[0]?.framesWritten).toBe(ALL_FRAMES)
})

test('multiLineData spreads the same JSON over several data lines', async () => {
  const plain = await exchange({}).ended()
  const spread = await exchange({ shape: { multiLineData: true } }).ended()
  expect(spread.body.toString()).toMatch(/^data: \{\ndata: {2}"id"/)
  const parse = (events: string[]) => events.slice(0, -1).map((event) => JSON.parse(event) as unknown)
  expect(parse(spread.events)).toEqual(parse(plain.events))
})

test('bigFrameKib adds one frame of that size and does not change usage', async () => {
  const answer = await exchange({ shape: { bigFrameKib: 300 } }).ended()
  expect(answer.events).toHaveLength(ALL_FRAMES + 1)
  expect(answer.events[1]?.length).toBeGreaterThan(300 * 1024)
  expect(answer.body.toString()).toContain('"completion_tokens":3,')
})

test('duplicateDone sends [DONE] twice', async () => {
  const answer = await exchange({ shape: { duplicateDone: true } }).ended()
  expect(answer.events.slice(-2)).toEqual(['[DONE]', '[DONE]'])
  expect(answer.events).toHaveLength(ALL_FRAMES + 1)
})

test('a fault, a shape and a usage plan work together', async () => {
  const plan: FaultPlan = {
    fault: { kind: 'cut_between_frames', after: 'finish' },
    usage: { place: 'finish_chunk', bad: { value: 'string' } },
    shape: { crlf: true, comments: true, writeBytesMax: 3, multiLineData: true },
  }
  const answer = await exchange(plan).ended()
  expect(answer).toMatchObject({ isWhole: false, end: 'closed' })
  expect(answer.events).toHaveLength(5)
  expect(usagesIn(answer.events).at(-1)).toMatchObject({ completion_tokens: '12' })
  expect(Math.max(...answer.chunks.map((chunk) => chunk.length))).toBe(3)
})

test('a scripted answer is sent verbatim, as content or as the arguments of a tool', async () => {
  const said = '{"name":"Ana"}'
  const plain = await exchange({ content: said, ...NO_LENGTH }, WHOLE).ended()
  expect(JSON.parse(plain.body.toString())).toMatchObject({ choices: [{ message: { content: said } }] })
  const tools = [{ type: 'function', function: { name: 'take' } }]
  const called = await exchange(
    { content: said, ...NO_LENGTH },
    { ...WHOLE, tools, tool_choice: 'required' },
  ).ended()
  expect(JSON.parse(called.body.toString())).toMatchObject({
    choices: [{ message: { tool_calls: [{ function: { name: 'take', arguments: said } }] } }],
  })
})

test.each([
  ['json_schema', { response_format: { type: 'json_schema', json_schema: { name: 'x', schema: {} } } }],
  ['json_object', { response_format: { type: 'json_object' } }],
  ['tools', { tools: [{ type: 'function', function: { name: 'take' } }] }],
  ['temperature', { temperature: 0 }],
  ['max_tokens', { max_tokens: 5 }],
] as const)(
  'a provider without support for %s rejects a request that uses it, by name',
  async (form, has) => {
    const refused = await exchange({ refuses: [form] }, { ...WHOLE, ...has }).ended()
    expect(refused.status).toBe(400)
    expect(refused.body.toString()).toContain(form)
    expect((await exchange({ refuses: [form] }, WHOLE).ended()).status).toBe(200)
  },
)
