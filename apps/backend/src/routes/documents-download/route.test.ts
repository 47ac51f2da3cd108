import { randomUUID } from 'node:crypto'
import { requestDeletion } from '@gatehouse/documents/delete-document'
import { documentTasks } from '@gatehouse/documents/document-tasks'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDocument } from '../../testing/seed-company.ts'
import { type TestUploads, openUploads } from '../../testing/open-uploads.ts'
import { startTestBackend } from '../../testing/start-test-backend.ts'
import { addUser, issueToken } from '@gatehouse/testkit/seed-backend'

let uploads: TestUploads
let member: string

beforeAll(async () => {
  uploads = await openUploads()
  member = await uploads.authorizationOf('MEMBER', uploads.companyId)
})
afterAll(() => uploads[Symbol.asyncDispose]())

type Download = { id: string; companyId?: string; headers?: Record<string, string>; url?: string }

function download({ id, companyId = uploads.companyId, headers, url = uploads.backend.url }: Download) {
  return fetch(`${url}/documents/${id}?companyId=${companyId}`, {
    headers: headers ?? { authorization: member },
  })
}

async function upload(text: string, name = 'cv.txt'): Promise<string> {
  const { id } = (await (await uploads.upload(text, { query: { name } })).json()) as { id: string }
  return id
}

test('200: a member downloads the stored bytes as an attachment that a browser does not run, and it is audited', async () => {
  const html = '<html><script>alert(1)</script> Linda Grant, welder</html>'
  const id = await upload(html, 'Linda’s (CV) "1".html')
  const response = await download({ id })
  expect(response.status).toBe(200)
  expect(await response.text()).toBe(html)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': "attachment; filename*=UTF-8''Linda%E2%80%99s%20%28CV%29%20%221%22.html",
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
  const entries = await uploads.backend.database
    .selectFrom('audit_log')
    .select(['action', 'company_id'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { action: 'document.upload', company_id: uploads.companyId },
    { action: 'document.download', company_id: uploads.companyId },
  ])
})

test('400: the company must be named', async () => {
  const response = await download({ id: randomUUID(), companyId: 'x' })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: 'documents.bad_query' })
})

test('401: a download needs a valid token', async () => {
  const id = await upload('Needs a token')
  for (const headers of [{}, { authorization: 'Bearer nonsense' }])
    expect((await download({ id, headers })).status).toBe(401)
})

test('404: a document of another company, an unknown one and one that is being deleted are not found', async () => {
  const { backend, companyId, authorizationOf } = uploads
  const id = await upload('Deleted soon')
  const elsewhere = await addCompany(backend.database, 0n)
  const authorization = await authorizationOf('ADMIN', elsewhere)
  expect((await download({ id, companyId: elsewhere, headers: { authorization } })).status).toBe(404)
  expect((await download({ id, headers: { authorization } })).status).toBe(404)
  expect((await download({ id: randomUUID() })).status).toBe(404)
  expect((await download({ id: 'x' })).status).toBe(404)
  const queue = createTaskQueue({ ...backend.resources, postgres: backend.postgres, kinds: documentTasks })
  await backend.postgres.transaction((tx) => requestDeletion({ queue }, tx, { companyId, id }))
  expect((await download({ id })).status).toBe(404)
})

test('404: a document whose file is missing is not found', async () => {
  const { id } = await seedDocument(uploads.backend.postgres, {
    companyId: uploads.companyId,
    text: 'Without a file',
  })
  expect((await download({ id })).status).toBe(404)
})

test('429: an address that downloads too often is refused for a while', async () => {
  await using backend = await startTestBackend({ ADDRESS_REQUESTS_PER_MINUTE: '2' })
  const headers = { 'x-forwarded-for': `203.2.${process.pid % 256}.1` }
  const ask = () => download({ id: randomUUID(), headers, url: backend.url })
  const statuses = [await ask(), await ask(), await ask()].map(({ status }) => status)
  expect(statuses).toEqual([401, 401, 429])
})

test('429: a company has four downloads at the same time, and the next when one of them has ended', async () => {
  const id = await upload('Linda Grant, welder. '.repeat(400_000), 'long.txt')
  const unread = await Promise.all([1, 2, 3, 4].map(() => download({ id })))
  expect(unread.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const refused = await download({ id })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await refused.json()).toMatchObject({ code: 'documents.too_many' })
  // Another company is not affected.
  const elsewhere = await addCompany(uploads.backend.database, 0n)
  const authorization = await uploads.authorizationOf('MEMBER', elsewhere)
  const other = await uploads.upload('Ion Popa', { query: { companyId: elsewhere }, authorization })
  const { id: otherId } = (await other.json()) as { id: string }
  const headers = { authorization }
  expect((await download({ id: otherId, companyId: elsewhere, headers })).status).toBe(200)
  await unread[0]?.body?.cancel()
  const isFree = async () => {
    const { status, body } = await download({ id })
    await body?.cancel()
    return status === 200
  }
  await waitUntil(isFree, { withinMs: 30_000, what: 'the place of the download is free' })
  for (const { body } of unread.slice(1)) await body?.cancel()
})

test('503: without an object store downloads are refused with a message that says so', async () => {
  await using backend = await startTestBackend()
  const companyId = await addCompany(backend.database, 0n)
  const authorization = `Bearer ${await issueToken(await addUser(backend.database, { companyId }))}`
  const response = await download({
    id: randomUUID(),
    companyId,
    headers: { authorization },
    url: backend.url,
  })
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ code: 'documents.no_store' })
})
