import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { createAnnounceCompanyChange, createAnnounceKeyEnd } from '@gatehouse/keys/key-end-channel'
import { openAccessActs } from '@gatehouse/audit/testing/open-access-acts'
import { revokeApiKey } from '@gatehouse/keys/revoke-api-key'
import { updateApiKey } from '@gatehouse/keys/update-api-key'
import { createDatabase } from '@gatehouse/postgres/create-database'
import type { Tables } from '@gatehouse/schema/tables'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import type { AddedKey } from '@gatehouse/testkit/seed-gateway'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readError } from '../testing/read-error.ts'
import { type TestGateway, startTestGateway } from '../testing/start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())
beforeEach(() => gateway.sim.reset())

const body = { model: 'svc/chat-default', stream: true, messages: [{ role: 'user', content: 'Hello' }] }
const refused = { status: 401, type: 'authentication_error', code: null, shouldRetry: 'false' }

const post = ({ raw }: AddedKey) =>
  gateway.post('/chat/completions', body, { authorization: `Bearer ${raw}` })

/** Revokes the key without announcing it, as if the message had been lost. */
async function revokeUnpublished({ key }: AddedKey): Promise<void> {
  await gateway.resources.postgres.query('update api_keys set revoked_at = now() where id = $1', [key.id])
}

async function recorded(key: AddedKey) {
  const text = 'select status, reason, charged_micros from calls where key_id = $1'
  const read = async () => (await gateway.resources.postgres.query(text, [key.key.id])).rows
  await waitUntil(async () => (await read()).length > 0, { withinMs: 30_000, what: 'the call is recorded' })
  return read()
}

const keyEnded = { status: 'FAILED', reason: 'key_ended', charged_micros: 0n }

test('a stream whose key has ended is cut with an error, even if this process missed the message', async () => {
  const key = await gateway.addKey()
  gateway.sim.planNext({ outputTokens: 2_000, tokensPerSecond: 20 })
  const response = await post(key)
  expect(response.status).toBe(200)
  await revokeUnpublished(key)
  const frames = (await response.text()).trimEnd().split('\n\n')
  expect(frames.at(-1)).toMatch(/^data: \{"error":\{.*"type":"authentication_error"/)
  expect(frames).not.toContain('data: [DONE]')
  expect(await recorded(key)).toEqual([keyEnded])
  // The stream counts as abandoned. Otherwise a company could read answers without paying, by revoking its keys.
  expect(await gateway.resources.metrics.metrics()).toMatch(/gatehouse_abandoned_streams_total\S* 1\n/)
  await waitUntil(() => gateway.sim.counts.disconnected === 1, {
    withinMs: 30_000,
    what: 'the request to the provider is closed',
  })
})

test('calls whose keys end before their first byte are refused, not retried, and do not count against the route', async () => {
  const keys = await Promise.all(Array.from({ length: 6 }, () => gateway.addKey()))
  gateway.sim.planNext({ fault: { kind: 'hang_before_headers' } }, keys.length)
  const calls = keys.map(post)
  await waitUntil(() => gateway.sim.counts.started === keys.length, {
    withinMs: 30_000,
    what: 'the provider has been called',
  })
  await Promise.all(keys.map(revokeUnpublished))
  for (const response of await Promise.all(calls)) expect(await readError(response)).toMatchObject(refused)
  expect(gateway.sim.counts.started).toBe(keys.length)
  for (const key of keys) expect(await recorded(key)).toEqual([keyEnded])
  // The route's breaker is still closed, although more calls have failed than it takes to open it.
  expect((await post(gateway.key)).status).toBe(200)
})

test('a key that ends while the body arrives is refused once the body has arrived', async () => {
  const key = await gateway.addKey()
  const { postgres, redis, logger, ids, metrics } = gateway.resources
  const answered = async () => {
    const counts = (await metrics.getSingleMetric('gatehouse_key_answers_total')?.get())?.values ?? []
    return counts.reduce((sum, { value }) => sum + value, 0)
  }
  const answeredBefore = await answered()
  const sentAtMs = performance.now()
  const text = JSON.stringify(body)
  const sent = request(`${gateway.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: {
      ...gateway.headers(key.raw),
      'content-type': 'application/json',
      'content-length': text.length,
    },
  })
  sent.write(text.slice(0, 10))
  await waitUntil(async () => (await answered()) > answeredBefore, {
    withinMs: 30_000,
    what: 'the key has been looked up',
  })
  await revokeApiKey(
    {
      database: createDatabase<Tables>(postgres),
      ids,
      accessActs: openAccessActs(postgres),
      announceKeyEnd: createAnnounceKeyEnd({ redis, logger }),
    },
    { companyId: gateway.companyId, keyId: key.key.id },
    { actor: { kind: 'operator', id: 'test' } },
  )
  // The body must be late: for a body that arrives immediately, the key is not checked again.
  await waitUntil(() => performance.now() - sentAtMs > 1_000, { withinMs: 30_000, what: 'the body is late' })
  sent.end(text.slice(10))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(401)
  response.resume()
  expect(gateway.sim.counts.started).toBe(0)
})

test('a lowered limit and a lowered cap apply as soon as they are announced', async () => {
  const key = await gateway.addKey()
  const { postgres, redis, logger, ids, clock } = gateway.resources
  const update = (changes: Parameters<typeof updateApiKey>[1]['changes']) =>
    updateApiKey(
      {
        database: gateway.database,
        ids,
        clock,
        accessActs: openAccessActs(postgres),
        announceCompanyChange: createAnnounceCompanyChange({ redis, logger }),
      },
      { companyId: gateway.companyId, keyId: key.key.id, changes, limitsFollowPlan: false },
      { actor: { kind: 'operator', id: 'test' } },
    )
  const call = async () => {
    const response = await gateway.post(
      '/chat/completions',
      { ...body, stream: false },
      gateway.headers(key.raw),
    )
    await response.text()
    return response.status
  }
  const becomes = (status: number) =>
    waitUntil(async () => (await call()) === status, { withinMs: 5_000, what: `calls get ${status}` })
  expect(await call()).toBe(200)
  await update({ rpmLimit: 1 })
  await becomes(429)
  await update({ rpmLimit: 1_000 })
  await becomes(200)
  await update({ monthlyCreditCapMicros: 0n })
  await becomes(402)
})
