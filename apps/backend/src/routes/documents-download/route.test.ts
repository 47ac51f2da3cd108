import { randomUUID } from 'node:crypto'
import { requestDeletion } from '@gatehouse/documents/delete-document'
import { documentTasks } from '@gatehouse/documents/document-tasks'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
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
