import { oneShard } from '@gatehouse/postgres/shards'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { openAccessActs } from '@gatehouse/audit/testing/open-access-acts'
import { resumeCompany, suspendCompany } from '@gatehouse/companies/suspend-company'
import { createAnnounceCompanyChange } from '@gatehouse/keys/key-end-channel'
import { type AddedKey, addCompany } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { postMcp } from '../testing/mcp-client.ts'
import { readError } from '../testing/read-error.ts'
import { type TestGateway, startTestGateway } from '../testing/start-test-gateway.ts'

let gateway: TestGateway
let companyId: string
let key: AddedKey
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())
beforeEach(async () => {
  gateway.sim.reset()
  companyId = await addCompany(gateway.database, 1_000_000_000n)
  key = await gateway.addKey({
    companyId,
    scopes: ['inference:chat', 'inference:parse', 'usage:read', 'jobs:read'],
  })
})

const by = { actor: { kind: 'operator', id: 'test' } } as const
const messages = [{ role: 'user', content: 'Hello' }]
const body = { model: 'svc/chat-default', messages }
const refused = {
  status: 403,
  type: 'permission_error',
  code: 'COMPANY_SUSPENDED',
  param: null,
  shouldRetry: 'false',
}

const post = (path: string, content: unknown, { raw } = key) =>
  gateway.post(path, content, gateway.headers(raw))

function deps() {
  const { postgres, redis, logger, ids } = gateway.resources
  return {
    databases: oneShard(gateway.database),
    ids,
    accessActs: openAccessActs(postgres),
    announceCompanyChange: createAnnounceCompanyChange({ redis, logger }),
  }
}

const suspend = () => suspendCompany(deps(), { companyId, reason: 'unpaid fraud' }, by)
const resume = () => resumeCompany(deps(), { companyId, reason: 'settled' }, by)

/** Suspends without publishing it, as if the message were lost. */
async function suspendUnpublished(): Promise<void> {
  await suspendCompany(
    { ...deps(), announceCompanyChange: async () => false },
    { companyId, reason: 'fraud' },
    by,
  )
}

async function waitForStatus(status: number): Promise<number> {
  const startedMs = performance.now()
  const answers = async () => (await post('/chat/completions', body)).status === status
  await waitUntil(answers, { withinMs: 30_000, what: `calls return ${status}` })
  return performance.now() - startedMs
}

async function recorded() {
  const text = 'select status, reason, charged_micros from calls where company_id = $1'
  const read = async () => (await gateway.resources.postgres.query(text, [companyId])).rows
  await waitUntil(async () => (await read()).length > 0, { withinMs: 30_000, what: 'the call is recorded' })
  return read()
}

test('every billable call of a suspended company is refused, over REST and MCP, with any of its keys', async () => {
  expect((await post('/chat/completions', body)).status).toBe(200)
  expect(await suspend()).toMatchObject({ isChanged: true, isAnnounced: true })
  await waitForStatus(403)
  const minted = await gateway.addKey({ companyId })
  const calls = [
    post('/chat/completions', body),
    post('/chat/completions', body, minted),
    post('/completions', { model: 'svc/chat-default', prompt: 'Hello' }),
    post('/embeddings', { model: 'svc/embed-default', input: 'Hello' }),
    post('/parse/cv', { text: 'Jane Doe' }),
    post('/parse/jd', { text: 'Cook' }),
    gateway.post('/chat/completions', body, { ...gateway.headers(key.raw), 'x-svc-dry-run': 'true' }),
  ]
  for (const response of await Promise.all(calls)) expect(await readError(response)).toMatchObject(refused)
  const startedBefore = gateway.sim.counts.started
  for (const [tool, input] of [
    ['chat', body],
    ['parse_cv', { text: 'Jane Doe' }],
    ['parse_jd', { text: 'Cook' }],
  ] as const) {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: input } }
    const text = await (await postMcp(gateway, message, gateway.headers(key.raw))).text()
    expect(text).toContain('COMPANY_SUSPENDED')
    expect(text).toContain('"svc/status":403')
    expect(text).toContain('"svc/should-retry":"false"')
  }
  expect(gateway.sim.counts.started).toBe(startedBefore)
})

test('a suspended company can still read its models, usage and jobs, and can call again once it is resumed', async () => {
  await suspend()
  await waitForStatus(403)
  for (const path of ['/models', '/usage', '/jobs']) {
    expect((await gateway.get(path, gateway.headers(key.raw))).status).toBe(200)
  }
  await resume()
  await waitForStatus(200)
})

test('the scope is checked before the suspension, and the suspension before the body', async () => {
  await suspend()
  await waitForStatus(403)
  expect(await readError(await post('/chat/completions', 'no JSON'))).toMatchObject(refused)
  const narrow = await gateway.addKey({ companyId, scopes: ['usage:read'] })
  expect(await readError(await post('/chat/completions', body, narrow))).toMatchObject({
    code: 'LLM_SCOPE_DENIED',
  })
})

test('an open stream is cut with an error when its company is suspended, and is not charged', async () => {
  gateway.sim.planNext({ outputTokens: 2_000, tokensPerSecond: 20 })
  const response = await post('/chat/completions', { ...body, stream: true })
  expect(response.status).toBe(200)
  await suspend()
  const frames = (await response.text()).trimEnd().split('\n\n')
  expect(frames.at(-1)).toMatch(/^data: \{"error":\{.*"type":"permission_error".*"code":"COMPANY_SUSPENDED"/)
  expect(frames).not.toContain('data: [DONE]')
  expect(await recorded()).toEqual([{ status: 'FAILED', reason: 'company_suspended', charged_micros: 0n }])
  await waitUntil(() => gateway.sim.counts.disconnected === 1, {
    withinMs: 30_000,
    what: 'the request to the provider is closed',
  })
})

test('a suspension whose message is lost still takes effect, also for open calls', async () => {
  gateway.sim.planNext({ fault: { kind: 'hang_before_headers' } })
  const waiting = post('/chat/completions', body)
  await waitUntil(() => gateway.sim.counts.started === 1, {
    withinMs: 30_000,
    what: 'the provider has been called',
  })
  await suspendUnpublished()
  expect(await readError(await waiting)).toMatchObject(refused)
  expect(await recorded()).toMatchObject([{ reason: 'company_suspended' }])
  await waitForStatus(403)
})

test('a company suspended while the body arrives is refused once the body has arrived', async () => {
  const text = JSON.stringify(body)
  expect((await post('/chat/completions', body)).status).toBe(200)
  const startedBefore = gateway.sim.counts.started
  const sent = request(`${gateway.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: {
      ...gateway.headers(key.raw),
      'content-type': 'application/json',
      'content-length': text.length,
    },
  })
  sent.write(text.slice(0, 10))
  await once(sent, 'socket')
  const sentAtMs = performance.now()
  await waitUntil(() => performance.now() - sentAtMs > 500, { withinMs: 30_000, what: 'the body is late' })
  await suspend()
  await waitForStatus(403)
  sent.end(text.slice(10))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(403)
  response.resume()
  expect(gateway.sim.counts.started).toBe(startedBefore)
})
