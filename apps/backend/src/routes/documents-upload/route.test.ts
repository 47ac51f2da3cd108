import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { requestDeletion } from '@gatehouse/documents/delete-document'
import { documentTasks } from '@gatehouse/documents/document-tasks'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { addUser, issueToken } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUploads, type UploadOptions, openUploads } from '../../testing/open-uploads.ts'
import { startTestBackend } from '../../testing/start-test-backend.ts'

let uploads: TestUploads

beforeAll(async () => {
  uploads = await openUploads()
})
afterAll(() => uploads[Symbol.asyncDispose]())

type Refusal = {
  status: number
  what: string
  body?: string | Buffer<ArrayBuffer>
  request?: () => Promise<UploadOptions>
  answer?: Record<string, unknown>
}

const badQuery = { code: 'documents.bad_query', detail: expect.stringContaining('kind=cv') as string }
const largest = Buffer.alloc(10 * 1_048_576, 'word ')
const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])

function withQuery(query: Record<string, string>): () => Promise<UploadOptions> {
  return () => Promise.resolve({ query })
}

test.each([
  { status: 400, what: 'an unknown kind', request: withQuery({ kind: 'photo' }), answer: badQuery },
  { status: 400, what: 'a malformed company id', request: withQuery({ companyId: 'x' }), answer: badQuery },
  { status: 400, what: 'no file name', request: withQuery({ name: '' }), answer: badQuery },
  { status: 400, what: 'an empty file', body: '', answer: { code: 'documents.refused' } },
  { status: 401, what: 'no token', request: () => Promise.resolve({ authorization: undefined }) },
  {
    status: 401,
    what: 'an invalid token',
    request: () => Promise.resolve({ authorization: 'Bearer nonsense' }),
  },
  {
    status: 404,
    what: 'another company',
    request: async () => ({ query: { companyId: await addCompany(uploads.backend.database, 0n) } }),
  },
  { status: 404, what: 'a company that does not exist', request: withQuery({ companyId: randomUUID() }) },
  { status: 413, what: 'more than 10 MiB', body: Buffer.concat([largest, Buffer.from('x')]) },
  {
    status: 415,
    what: 'an image that is called cv.pdf',
    body: image,
    request: withQuery({ name: 'cv.pdf' }),
    answer: { detail: expect.stringContaining('PDF') as string },
  },
] satisfies Refusal[])('$status: $what is refused, and nothing is stored', async (refusal: Refusal) => {
  const { status, body = 'Linda Grant, welder', request, answer = {} } = refusal
  const before = uploads.sim.requests()
  const response = await uploads.upload(body, await request?.())
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ status, ...answer })
  expect(uploads.sim.requests()).toBe(before)
})

test('202: a document is stored, reading it is enqueued, and the same bytes give the same document', async () => {
  const { backend, sim, companyId, upload } = uploads
  const response = await upload('Linda Grant, welder')
  expect(response.status).toBe(202)
  const body = (await response.json()) as Record<string, unknown>
  expect(body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    status: 'STORED',
    kind: 'CV',
    talent_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    is_new: true,
  })
  expect([...sim.objects.values()].map(String)).toEqual(['Linda Grant, welder'])
  const { rows } = await backend.postgres.query(
    `select from tasks.job_common where name = 'read-document' and group_id = $1`,
    [companyId],
  )
  expect(rows).toHaveLength(1)
  expect(await (await upload('Linda Grant, welder')).json()).toEqual({ ...body, is_new: false })
  const entries = await backend.database
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('subject_id', '=', String(body['id']))
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { action: 'document.upload', details: { kind: 'CV', is_new: true } },
    { action: 'document.upload', details: { kind: 'CV', is_new: false } },
  ])
})

test('202: exactly 10 MiB is accepted', async () => {
  expect((await uploads.upload(largest)).status).toBe(202)
})

test('409: a document that is being deleted must be uploaded again a minute later', async () => {
  const { backend, companyId, upload } = uploads
  const { id } = (await (await upload('Deleted and uploaded again')).json()) as { id: string }
  const queue = createTaskQueue({ ...backend.resources, postgres: backend.postgres, kinds: documentTasks })
  await backend.postgres.transaction((tx) => requestDeletion({ queue }, tx, { companyId, id }))
  const response = await upload('Deleted and uploaded again')
  expect(response.status).toBe(409)
  expect(response.headers.get('retry-after')).toBe('30')
})

test('429: an address that uploads too often is refused for a while, whatever the user', async () => {
  await using own = await openUploads({ ADDRESS_REQUESTS_PER_MINUTE: '2', TRUSTED_PROXIES: '127.0.0.1' })
  const headers = { 'x-forwarded-for': `203.1.${process.pid % 256}.1` }
  const upload = () => own.upload('A CV', { authorization: undefined, headers })
  const answers = [await upload(), await upload(), await upload()]
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 429])
  expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await answers[2]?.json()).toMatchObject({ code: 'http.too_many_requests', status: 429 })
})

/** Begins an upload and sends its first byte only. */
async function trickle(authorization: string, companyId: string): Promise<ClientRequest> {
  const query = new URLSearchParams({ companyId, kind: 'cv', name: 'cv.txt' })
  const headers = { authorization, 'content-length': 1_000, expect: '100-continue' }
  const url = `${uploads.backend.url}/documents?${query.toString()}`
  const sent = request(url, { method: 'POST', headers, agent: false })
  sent.on('error', () => undefined)
  sent.flushHeaders()
  await once(sent, 'continue')
  sent.write('L')
  return sent
}

test('429: a company that does not finish its uploads keeps out only itself, until one of them ends', async () => {
  const authorization = await uploads.authorizationOf('MEMBER', uploads.companyId)
  // The fifth to arrive is refused at once, which shows that four are in progress.
  const slow = await Promise.all([1, 2, 3, 4, 5].map(() => trickle(authorization, uploads.companyId)))
  const refusedFirst = await Promise.race(
    slow.map(async (sent) => {
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      return { sent, status: response.statusCode }
    }),
  )
  expect(refusedFirst.status).toBe(429)
  const refused = await uploads.upload('Linda Grant, welder')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await refused.json()).toMatchObject({ code: 'documents.too_many' })
  const elsewhere = await addCompany(uploads.backend.database, 0n)
  const admin = await uploads.authorizationOf('ADMIN', elsewhere)
  const other = await uploads.upload('Ion Popa', {
    query: { companyId: elsewhere },
    authorization: admin,
  })
  expect(other.status).toBe(202)
  slow.find((sent) => sent !== refusedFirst.sent)?.destroy()
  const isFree = async () => (await uploads.upload('Linda Grant, welder')).status === 202
  await waitUntil(isFree, { withinMs: 30_000, what: 'the place of the upload is free' })
  for (const sent of slow) sent.destroy()
})

test('429: a company that has used up its daily documents is refused until midnight, before the body is read', async () => {
  await using own = await openUploads({ DOCUMENTS_PER_DAY: '2' })
  const statuses = [await own.upload('one'), await own.upload('two')].map(({ status }) => status)
  expect(statuses).toEqual([202, 202])
  const refused = await own.upload('three')
  expect(refused.status).toBe(429)
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(86_400)
  const body = (await refused.json()) as { code: string; detail: string }
  expect(body.code).toBe('documents.quota_used')
  expect(body.detail).toContain('2 documents')
  expect(body.detail).toMatch(/Try again after .* UTC\.$/)
  const { backend, companyId } = own
  await backend.postgres.query(
    'insert into company_allowances (company_id, documents_per_day) values ($1, 3)',
    [companyId],
  )
  expect((await own.upload('three')).status).toBe(202)
  expect((await own.upload('four')).status).toBe(429)
})

test('429: a document larger than the remaining daily bytes is refused, and a smaller one is accepted', async () => {
  await using own = await openUploads({ DOCUMENT_BYTES_PER_DAY: '20' })
  const statuses = []
  for (const text of ['ten bytes!', 'eleven byte', 'nine byte'])
    statuses.push((await own.upload(text)).status)
  expect(statuses).toEqual([202, 429, 202])
})

test('503: while the object store is down uploads must be retried, and the retry gives one document', async () => {
  await using own = await openUploads()
  own.sim.plan(500)
  const refused = await own.upload('Linda Grant, welder')
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('5')
  expect((await own.upload('Linda Grant, welder')).status).toBe(202)
  const documents = await own.backend.database.selectFrom('documents').select('status').execute()
  expect(documents).toEqual([{ status: 'STORED' }])
})

test('503: without an object store uploads are refused with a message that says so', async () => {
  await using backend = await startTestBackend()
  const companyId = await addCompany(backend.database, 0n)
  const authorization = `Bearer ${await issueToken(await addUser(backend.database, { companyId }))}`
  const query = new URLSearchParams({ companyId, kind: 'cv', name: 'cv.txt' })
  const response = await fetch(`${backend.url}/documents?${query.toString()}`, {
    method: 'POST',
    headers: { authorization },
    body: 'Linda Grant, welder',
  })
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ code: 'documents.no_store' })
})

test('202: a member who is not an admin may upload', async () => {
  const authorization = await uploads.authorizationOf('MEMBER', uploads.companyId)
  expect((await uploads.upload('Ion Popa, electrician', { authorization })).status).toBe(202)
})
