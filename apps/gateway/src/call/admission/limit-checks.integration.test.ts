import { request } from 'node:http'
import { addCompany, addCredits, addKey } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readError } from '../../testing/read-error.ts'
import { type TestGateway, startTestGateway } from '../../testing/start-test-gateway.ts'

let gateway: TestGateway
let poorKey: string
beforeAll(async () => {
  gateway = await startTestGateway()
  const companyId = await addCompany(gateway.database, 0n)
  poorKey = (await addKey(gateway.database, { companyId })).raw
})
afterAll(() => gateway[Symbol.asyncDispose]())

const chat = { model: 'svc/chat-default', messages: [{ role: 'user', content: 'Hello' }] }
const large = { ...chat, metadata: { padding: 'x'.repeat(300_000) } }

/** Sends only the head and a small part of a body; resolves to the status of the answer. */
function sendPart(
  path: string,
  raw: string,
  head: Record<string, string | number>,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { ...gateway.headers(raw), 'content-type': 'application/json', ...head }
    const sent = request(gateway.baseUrl + path, { method: 'POST', agent: false, headers })
    sent.once('response', ({ statusCode }) => {
      resolve(statusCode)
      sent.destroy()
    })
    sent.once('error', reject)
    sent.write('{"model":"svc/chat-default","padding":"')
    if (!('content-length' in head)) sent.write('x'.repeat(300_000))
  })
}

test.each(['/chat/completions', '/embeddings', '/parse/cv', '/mcp'])(
  'a large body to %s is not read if the company has no credits',
  async (path) => {
    expect(await sendPart(path, poorKey, { 'content-length': 3_000_000 })).toBe(402)
  },
)

test('a body without a content-length is read only up to the size of a large one', async () => {
  expect(await sendPart('/chat/completions', poorKey, { 'transfer-encoding': 'chunked' })).toBe(402)
})

test('a large body is not read for a key over its request limit', async () => {
  const { raw } = await gateway.addKey({ rpmLimit: 1 })
  await gateway.post('/chat/completions', chat, gateway.headers(raw))
  expect(await sendPart('/chat/completions', raw, { 'content-length': 3_000_000 })).toBe(429)
})

test('small bodies keep the order of checks: an invalid body is reported before missing credits', async () => {
  const wrong = await gateway.post(
    '/chat/completions',
    { ...chat, model: 'svc/none' },
    gateway.headers(poorKey),
  )
  expect(wrong.status).toBe(404)
})

test('a document is not opened if the company has no credits', async () => {
  const headers = { ...gateway.headers(poorKey), 'content-type': 'application/pdf' }
  const broken = Buffer.from('%PDF-1.7 and nothing else')
  expect(await readError(await gateway.post('/parse/cv', broken, headers))).toMatchObject({ status: 402 })
})

test('a retry of a large call gets its stored answer without credits, and counts as a request', async () => {
  const companyId = await addCompany(gateway.database, 1n)
  const { raw } = await addKey(gateway.database, { companyId, rpmLimit: 3 })
  const send = () =>
    gateway.post('/chat/completions', large, { ...gateway.headers(raw), 'idempotency-key': 'one' })
  const first = await send()
  const text = await first.text()
  expect(first.status).toBe(200)
  for (let time = 0; time < 2; time += 1) {
    const replay = await send()
    expect(replay.status).toBe(200)
    expect(replay.headers.get('x-svc-idempotent-replay')).toBe('true')
    expect(await replay.text()).toBe(text)
  }
  expect(await readError(await send())).toMatchObject({ status: 429, type: 'rate_limit_error' })
  await addCredits(gateway.database, companyId, 1_000_000n)
})

test('a replay that is refused is not recorded: its caller did not get the answer', async () => {
  const { raw, key } = await gateway.addKey({ rpmLimit: 1 })
  const send = () =>
    gateway.post('/chat/completions', chat, { ...gateway.headers(raw), 'idempotency-key': 'one' })
  expect((await send()).status).toBe(200)
  expect((await send()).status).toBe(429)
  const stored = await gateway.database
    .selectFrom('stored_answers')
    .select(['call_id', 'replayed_at'])
    .where('key_id', '=', key.id)
    .execute()
  expect(stored).toEqual([{ call_id: expect.any(String) as string, replayed_at: null }])
})

const holds =
  ({ resources }: TestGateway, bytes: number) =>
  async () =>
    new RegExp(`gatehouse_call_bytes_held\\S* ${bytes}\n`).test(await resources.metrics.metrics())

test('calls in flight of one key hold a limited number of bytes, and other companies are not affected', async () => {
  await using small = await startTestGateway({ environment: { CALL_BYTES_MAX: '16777216' } })
  const other = await addKey(small.database, { companyId: await addCompany(small.database, 1_000_000n) })
  const headers = { ...small.headers(), 'content-type': 'application/json', 'content-length': 3_000_000 }
  const open = request(`${small.baseUrl}/chat/completions`, { method: 'POST', agent: false, headers })
  open.on('error', () => undefined)
  open.write('{'.padEnd(2_500_000))
  await waitUntil(holds(small, 2_500_000), { withinMs: 30_000, what: 'the bytes that arrived are counted' })
  const send = (raw?: string) =>
    small.post(
      '/chat/completions',
      { ...chat, metadata: { padding: 'x'.repeat(2_000_000) } },
      small.headers(raw),
    )
  expect(await readError(await send())).toMatchObject({ status: 429, type: 'rate_limit_error' })
  expect((await send(other.raw)).status).toBe(200)
  open.destroy()
  await waitUntil(holds(small, 0), { withinMs: 30_000, what: 'the bytes are released' })
  expect((await send()).status).toBe(200)
})

test('a caller that declares a large body holds only the bytes that have arrived, until it disconnects', async () => {
  await using small = await startTestGateway({ environment: { CALL_BYTES_MAX: '16777216' } })
  const headers = { ...small.headers(), 'content-type': 'application/json', 'content-length': 4_000_000 }
  const open = request(`${small.baseUrl}/chat/completions`, { method: 'POST', agent: false, headers })
  open.on('error', () => undefined)
  open.write('{'.padEnd(20_000))
  await waitUntil(holds(small, 20_000), { withinMs: 30_000, what: 'the bytes that arrived are counted' })
  const other = { ...chat, metadata: { padding: 'x'.repeat(2_000_000) } }
  expect((await small.post('/chat/completions', other)).status).toBe(200)
  open.destroy()
  await waitUntil(holds(small, 0), { withinMs: 30_000, what: 'the bytes are released' })
})
