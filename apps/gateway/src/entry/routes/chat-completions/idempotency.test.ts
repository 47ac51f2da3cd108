import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readError } from '../../../testing/read-error.ts'
import { type TestGateway, startTestGateway } from '../../../testing/start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const body = { model: 'svc/chat-default', messages: [{ role: 'user', content: 'Hello' }] }
const post = (key: string, own: object = {}) =>
  gateway.post('/chat/completions', { ...body, ...own }, { 'idempotency-key': key })

async function countCharges() {
  const text = `select count(*)::int as count from calls where status = 'SUCCEEDED'`
  const { rows } = await gateway.resources.postgres.query<{ count: number }>(text)
  return rows[0]?.count
}

test.each([false, true])('a retry gets the same bytes and is charged once (stream: %s)', async (stream) => {
  const chargedBefore = (await countCharges()) ?? 0
  const first = await post(`same-${stream}`, { stream })
  const text = await first.text()
  const retry = await post(`same-${stream}`, { stream })
  expect(await retry.text()).toBe(text)
  expect(retry.headers.get('x-request-id')).toBe(first.headers.get('x-request-id'))
  expect(retry.headers.get('content-type')).toBe(first.headers.get('content-type'))
  expect(retry.headers.get('x-svc-idempotent-replay')).toBe('true')
  expect(await countCharges()).toBe(chargedBefore + 1)
})

test('409: a different body with the same Idempotency-Key is a conflict', async () => {
  await (await post('other')).text()
  expect(await readError(await post('other', { temperature: 1 }))).toMatchObject({
    status: 409,
    type: 'invalid_request_error',
    code: 'IDEMPOTENCY_CONFLICT',
    shouldRetry: 'false',
  })
})

test('an Idempotency-Key without a value is none', async () => {
  const chargedBefore = (await countCharges()) ?? 0
  for (const temperature of [0, 1]) expect((await post('', { temperature })).status).toBe(200)
  expect(await countCharges()).toBe(chargedBefore + 2)
})

test('409: while the first call runs, a retry gets a retryable conflict', async () => {
  const requests = gateway.sim.requests.length
  gateway.sim.planNext({ shape: { headersDelayMs: 1_500 } })
  const first = post('slow')
  await waitUntil(() => gateway.sim.requests.length > requests, {
    withinMs: 30_000,
    what: 'the first call runs',
  })
  const error = await readError(await post('slow'))
  expect(error).toMatchObject({ status: 409, code: 'IDEMPOTENCY_IN_PROGRESS', shouldRetry: null })
  expect(Number(error.retryAfterMs)).toBeGreaterThan(0)
  expect((await first).status).toBe(200)
})

test('a failed call may be retried with the same Idempotency-Key', async () => {
  gateway.sim.planNext({ fault: { kind: 'status', status: 500 } })
  expect((await post('again')).status).toBe(503)
  // The claim is dropped in the background, so a retry that arrives sooner gets 409.
  let status = 0
  const isDecided = async () => {
    status = (await post('again')).status
    return status !== 409
  }
  await waitUntil(isDecided, { withinMs: 30_000, what: 'the failed call has dropped its claim' })
  expect(status).toBe(200)
})

test.each([
  ['it exceeds the size limit for stored answers', { STORED_ANSWER_BYTES_MAX: '100' }, false],
  ['it exceeds the size limit for stored answers', { STORED_ANSWER_BYTES_MAX: '100' }, true],
  ['reached its daily quota', { COMPANY_STORED_BYTES_MAX: '100' }, false],
])(
  '409: an answer is delivered and charged although %s, and its retry gets the reason',
  async (why, environment, stream) => {
    await using small = await startTestGateway({ environment })
    const send = () => small.post('/chat/completions', { ...body, stream }, { 'idempotency-key': 'large' })
    const first = await send()
    expect((await first.text()).length).toBeGreaterThan(100)
    expect(first.status).toBe(200)
    const error = await readError(await send())
    expect(error).toMatchObject({ status: 409, code: 'IDEMPOTENCY_CONFLICT', shouldRetry: 'false' })
    expect(JSON.stringify(error)).toContain(why)
    const { rows } = await small.resources.postgres.query('select status from calls')
    expect(rows).toEqual([{ status: 'SUCCEEDED' }])
  },
)
