// The outcome of a parse whose client disconnects, or one of whose requests to the model fails.
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cvReply, cvText } from '../testing/parse-documents.ts'
import { readError } from '../testing/read-error.ts'
import { type TestGateway, startTestGateway } from '../testing/start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())
beforeEach(() => gateway.sim.reset())

async function recorded(where: string, value: string) {
  const find = async () =>
    (await gateway.resources.postgres.query(`select * from calls where ${where} = $1`, [value])).rows
  await waitUntil(async () => (await find()).length > 0, { withinMs: 30_000, what: 'the call is recorded' })
  return find()
}

test('a client that disconnects aborts the request to the provider, and is not charged', async () => {
  const { key, raw } = await gateway.addKey()
  gateway.sim.planNext({ fault: { kind: 'hang_before_headers' } })
  const leave = new AbortController()
  const answer = fetch(`${gateway.baseUrl}/parse/cv`, {
    method: 'POST',
    headers: { ...gateway.headers(raw), 'content-type': 'text/plain' },
    body: cvText,
    signal: leave.signal,
  })
  await waitUntil(() => gateway.sim.counts.faulted === 1, {
    withinMs: 30_000,
    what: 'the model has been called',
  })
  leave.abort()
  await expect(answer).rejects.toThrow(/abort/i)
  await waitUntil(() => gateway.sim.counts.disconnected === 1, {
    withinMs: 30_000,
    what: 'the request to the provider is closed',
  })
  expect(await recorded('key_id', key.id)).toMatchObject([
    { status: 'FAILED', reason: 'client_gone', charged_micros: 0n, operation: 'parse_cv' },
  ])
})

test('a long document is sent in several requests, and if one fails the parse ends uncharged', async () => {
  const roles = Array.from(
    { length: 900 },
    (_, index) => `Engineer ${index}, Company ${index}\n${1960 + (index % 60)} - ${1961 + (index % 60)}`,
  )
  const text = `${cvText}\n${roles.join('\n')}`
  gateway.sim.planWhen(() => true, {
    content: cvReply,
    usage: { exact: { promptTokens: 1_000, completionTokens: 0 } },
  })
  const whole = await gateway.post('/parse/cv', { text })
  const { extraction, usage } = (await whole.json()) as {
    extraction: { chunks: number }
    usage: { prompt_tokens: number }
  }
  expect(extraction.chunks).toBeGreaterThan(1)
  expect(usage.prompt_tokens).toBe(1_000 * extraction.chunks)
  gateway.sim.reset()
  gateway.sim.planNext({ content: cvReply })
  gateway.sim.planWhen(() => true, { fault: { kind: 'status', status: 500 } })
  const broken = await gateway.post('/parse/cv', { text: `${text}\nmore` })
  const id = broken.headers.get('x-request-id') ?? ''
  expect(await readError(broken)).toMatchObject({ status: 503, code: 'LLM_GATEWAY_UNAVAILABLE' })
  expect(await recorded('id', id)).toMatchObject([
    { status: 'FAILED', reason: 'provider_error', charged_micros: 0n },
  ])
})

test('a parse that cannot look up names, because Postgres does not answer, is recorded as one that could not be charged', async () => {
  await using held = new AsyncDisposableStack()
  const { postgres } = gateway.resources
  const isOver = Promise.withResolvers<void>()
  const isLocked = Promise.withResolvers<void>()
  const locking = postgres.transaction(async (tx) => {
    await tx.query('lock table taxonomy_names in access exclusive mode')
    isLocked.resolve()
    await isOver.promise
  })
  held.defer(async () => {
    isOver.resolve()
    await locking
  })
  await isLocked.promise
  gateway.sim.planWhen(() => true, { content: cvReply })
  const refused = await gateway.post('/parse/cv', { text: cvText })
  const id = refused.headers.get('x-request-id') ?? ''
  expect(await readError(refused)).toMatchObject({ status: 503, code: 'LLM_GATEWAY_UNAVAILABLE' })
  expect(await recorded('id', id)).toMatchObject([
    { status: 'FAILED', reason: 'settle_unavailable', charged_micros: 0n },
  ])
})
