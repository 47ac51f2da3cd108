import { createReadRefusals } from '@gatehouse/limits/read-refusals'
import { addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { startRedis } from '@gatehouse/testkit/start-redis'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendUntilLimited } from '../../testing/send-until-limited.ts'
import { type TestGateway, startTestGateway } from '../../testing/start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const path = '/chat/completions'
const model = 'svc/chat-default'
const body = { model, messages: [{ role: 'user', content: 'Hello' }] }

const readRefusals = async (companyId: string, limit = 100) =>
  (await createReadRefusals(gateway.resources)({ companyId, limit })).refusals

/** Waits until the company's record has this many entries, and returns them. */
async function recorded(companyId: string, count = 1) {
  const isRecorded = async () => (await readRefusals(companyId)).length >= count
  await waitUntil(isRecorded, { withinMs: 30_000, what: `${count} refusals are recorded` })
  return readRefusals(companyId)
}

/** Sends a call as a new company, so that its record has the refusals of one test only. */
async function asCompany(
  settings: Partial<Parameters<typeof addKey>[1]> = {},
  creditMicros = 1_000_000_000n,
) {
  const companyId = await addCompany(gateway.database, creditMicros)
  const { key, raw } = await addKey(gateway.database, { ...settings, companyId })
  const post = (sent: Record<string, unknown> = {}, headers = {}) =>
    gateway.post(path, { ...body, ...sent }, { ...gateway.headers(raw), ...headers })
  return { companyId, key, raw, post }
}

/** Reads the answer and returns what its entry must repeat. */
async function expectedOf(response: Response) {
  const { error } = (await response.json()) as { error: { code: string | null; message: string } }
  const requestId = response.headers.get('x-request-id')
  return { requestId, status: response.status, code: error.code, message: error.message }
}

test('402: the balance, the holds and the estimate of the call are recorded', async () => {
  const { companyId, key, post } = await asCompany({}, 0n)
  const expected = await expectedOf(await post())
  expect(expected.status).toBe(402)
  const [refusal] = await recorded(companyId)
  expect(refusal).toMatchObject({
    ...expected,
    keyId: key.id,
    model,
    rule: 'credits_insufficient',
    balanceMicros: 0n,
    heldMicros: 0n,
  })
  expect(refusal?.estimateMicros).toBeGreaterThan(0n)
})

test('402: a reached cap of the key is another rule with the same code', async () => {
  const { companyId, post } = await asCompany({ monthlyCreditCapMicros: 0n })
  const expected = await expectedOf(await post())
  expect(expected).toMatchObject({ status: 402, code: 'INSUFFICIENT_CREDITS' })
  expect(await recorded(companyId)).toMatchObject([{ ...expected, model, rule: 'key_cap_reached' }])
})

test('403: a missing scope and a model that is not allowed are recorded', async () => {
  const { companyId, raw, post } = await asCompany({
    scopes: ['inference:chat'],
    modelAllowlist: ['svc/chat-premium'],
  })
  const refused = await expectedOf(await post())
  await waitUntil(async () => (await readRefusals(companyId)).length === 1, {
    withinMs: 30_000,
    what: 'the first refusal is recorded',
  })
  const denied = await expectedOf(await gateway.get('/usage', gateway.headers(raw)))
  expect([refused.status, denied.status]).toEqual([403, 403])
  expect(await recorded(companyId, 2)).toMatchObject([
    { ...denied, model: null, rule: 'scope_denied' },
    { ...refused, model, rule: 'model_not_allowed' },
  ])
})

test('403: a suspended company is recorded', async () => {
  const { companyId, post } = await asCompany()
  const text = `update companies set suspended_at = now(), suspension_reason = 'test' where id = $1`
  await gateway.resources.postgres.query(text, [companyId])
  const expected = await expectedOf(await post())
  expect(expected.status).toBe(403)
  expect(await recorded(companyId)).toMatchObject([{ ...expected, rule: 'company_suspended' }])
})

test('429: a request over the limit of the key is recorded', async () => {
  const { companyId, post } = await asCompany({ rpmLimit: 1 })
  expect((await post()).status).toBe(200)
  const expected = await expectedOf(await post())
  expect(expected).toMatchObject({ status: 429, code: null })
  expect(await recorded(companyId)).toMatchObject([{ ...expected, model, rule: 'rate_limited' }])
})

describe('401', () => {
  test.each([
    ['revoked', `revoked_at = now()`],
    ['expired', `expires_at = now()`],
  ])('a %s key is recorded for its company, and its holder learns nothing', async (status, change) => {
    const { companyId, key, post } = await asCompany()
    await gateway.resources.postgres.query(`update api_keys set ${change} where id = $1`, [key.id])
    const expected = await expectedOf(await post())
    const unknown = await expectedOf(await gateway.post(path, body, { authorization: 'Bearer svc_live_x' }))
    expect(expected).toEqual({ ...unknown, requestId: expected.requestId })
    // The second request is refused from memory.
    const again = await expectedOf(await post())
    const refusals = await recorded(companyId, 2)
    expect(refusals.map(({ requestId }) => requestId).sort()).toEqual(
      [expected.requestId ?? '', again.requestId ?? ''].toSorted(),
    )
    expect(refusals).toMatchObject(
      Array.from({ length: 2 }, () => ({ status: 401, keyId: key.id, rule: `key_${status}` })),
    )
  })
})

test('a refused tool call is recorded', async () => {
  const { companyId, raw } = await asCompany({}, 0n)
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'chat', arguments: body },
  }
  const response = await gateway.post('/mcp', call, {
    ...gateway.headers(raw),
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-06-18',
  })
  expect(await response.text()).toContain('INSUFFICIENT_CREDITS')
  const requestId = response.headers.get('x-request-id')
  expect(await recorded(companyId)).toMatchObject([{ requestId, model, rule: 'credits_insufficient' }])
})

test('calls that succeed, dry runs, invalid requests and refused addresses leave no entry', async () => {
  const { companyId, raw, post } = await asCompany()
  expect((await post()).status).toBe(200)
  expect((await post({ model: 'svc/none' })).status).toBe(404)
  const poor = await asCompany({}, 0n)
  expect((await poor.post({}, { 'x-svc-dry-run': 'true' })).status).toBe(200)
  const address = { ...gateway.headers(raw), 'x-forwarded-for': '203.0.113.88' }
  expect(await sendUntilLimited(() => gateway.get('/models', address))).toContain(429)
  // Refusals are written in the order in which they happen: once a later one is there, an earlier one would be too.
  const { companyId: later, post: refuse } = await asCompany({}, 0n)
  await refuse()
  await recorded(later)
  expect(await readRefusals(companyId)).toEqual([])
  expect(await readRefusals(poor.companyId)).toEqual([])
})

test('another company does not see the entry', async () => {
  const [mine, other] = [await asCompany({}, 0n), await asCompany({}, 0n)]
  await Promise.all([mine.post(), other.post()])
  const [entries, others] = [await recorded(mine.companyId), await recorded(other.companyId)]
  expect([entries.length, others.length]).toEqual([1, 1])
  expect(entries[0]?.keyId).toBe(mine.key.id)
  expect(others[0]?.keyId).toBe(other.key.id)
})

test('without Redis a refused call gets the same answer', async () => {
  const redis = await startRedis()
  await using alone = await startTestGateway({ creditMicros: 0n, environment: { REDIS_URL: redis.url } })
  const withRedis = await expectedOf(await alone.post(path, body))
  await redis[Symbol.asyncDispose]()
  const isGone = () => alone.resources.redis.status !== 'ready'
  await waitUntil(isGone, { withinMs: 30_000, what: 'the gateway has lost Redis' })
  const { requestId, ...without } = await expectedOf(await alone.post(path, body))
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(withRedis).toMatchObject(without)
})
