import { createHash } from 'node:crypto'
import type { Fault } from '@gatehouse/runtime/fault'
import { Secret } from '@gatehouse/runtime/secret'
import { createObjectStore } from '@gatehouse/objects/create-object-store'
import { oneShard } from '@gatehouse/postgres/shards'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { type S3Sim, startS3Sim } from '@gatehouse/testkit/start-s3-sim'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DocumentRef } from '../document.ts'
import { documentTasks } from '../document-tasks.ts'
import { type Upload, uploadDocument } from '../upload-document.ts'
import { markParsed, markRefused, saveText } from './advance-document.ts'
import { createDocumentStore } from './create-document-store.ts'
import { deleteDocument, requestDeletion, sweepUploads } from './delete-document.ts'
import { readDocumentRow, readText } from './read-documents.ts'
import { searchDocuments } from './search-documents.ts'
import { readUploadsOfDay } from './upload-days.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
let open: OpenTestDatabase
let sim: S3Sim
let companyId: string
let deps: ReturnType<typeof openDeps>

beforeAll(async () => {
  open = await openTestDatabase()
  sim = await startS3Sim()
  companyId = await addCompany(open.database, 0n)
  deps = openDeps()
})
afterAll(async () => {
  await sim[Symbol.asyncDispose]()
  await open[Symbol.asyncDispose]()
})

function openDeps() {
  const { postgres } = open
  const queue = createTaskQueue({ postgres, logger, ids, kinds: documentTasks })
  const objects = createObjectStore(new Secret(sim.url), clock)
  const shards = oneShard(postgres)
  return { postgres, shards, queue, objects, ids, store: createDocumentStore({ shards, queue }) }
}

const uploadOf = (text: string, more: Partial<Upload> = {}): Upload => ({
  companyId,
  kind: 'OTHER',
  fileName: 'letter.txt',
  uploadedBy: null,
  bytes: Buffer.from(text),
  quota: { documentsPerDay: 1_000, documentBytesPerDay: 1_000_000_000 },
  ...more,
})
async function upload(text: string, more: Partial<Upload> = {}) {
  const outcome = await uploadDocument(deps, uploadOf(text, more))
  if (outcome.kind !== 'accepted') throw new Error(outcome.message)
  return outcome
}

test('new documents count against the daily quota even after deletion, and one beyond the quota is not written', async () => {
  const owner = await addCompany(open.database, 0n)
  const quota = { documentsPerDay: 2, documentBytesPerDay: 1_000 }
  const more = { companyId: owner, quota }
  const first = await upload('quota one', more)
  await upload('quota two', more)
  // The same bytes are the same document and do not count again.
  expect(await upload('quota two', more)).toMatchObject({ isNew: false })
  const beyond = { kind: 'exhausted', code: 'documents.quota_used' }
  await expect(upload('quota three', more)).rejects.toMatchObject(beyond)
  const { document } = first
  await open.postgres.transaction((tx) => requestDeletion(deps, tx, document))
  await deleteDocument(deps, document)
  await expect(upload('quota three', more)).rejects.toMatchObject(beyond)
  expect(await upload('quota two', more)).toMatchObject({ isNew: false })
  expect(await readUploadsOfDay(open.postgres, owner)).toMatchObject({ documents: 2, bytes: 18 })
  const { rows } = await open.postgres.query('select from documents where company_id = $1', [owner])
  expect(rows).toHaveLength(1)
})

test('concurrent uploads never exceed the byte quota', async () => {
  const owner = await addCompany(open.database, 0n)
  const quota = { documentsPerDay: 1_000, documentBytesPerDay: 35 }
  const tried = await Promise.allSettled(
    Array.from({ length: 8 }, (_, index) => upload(`ten bytes${index}`, { companyId: owner, quota })),
  )
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const refused = tried.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  const { retryAfterMs, publicMessage } = refused.reason as Fault
  expect(publicMessage).toMatch(/Try again after \d{4}-\d\d-\d\d 00:00 UTC\.$/)
  expect(retryAfterMs).toBeGreaterThan(0)
  expect(retryAfterMs).toBeLessThanOrEqual(86_400_000)
})

const statusOf = async (document: DocumentRef) => (await readDocumentRow(open.postgres, document))?.status
const waiting = async (kind: string) =>
  (await deps.queue.depths()).find((row) => row.kind === kind)?.waiting ?? 0
const save = (document: DocumentRef, text: string, language: string | null = null) =>
  open.postgres.transaction((tx) => saveText(tx, document, { text, language, pages: null, warnings: [] }))
const remove = (document: DocumentRef) =>
  open.postgres.transaction((tx) => requestDeletion(deps, tx, document))

test('an upload stores an object under its hash, a row and a task', async () => {
  const before = await waiting('read-document')
  const { document, isNew } = await upload('hello there', { kind: 'CV', fileName: ' a\u202Eb\r\n.pdf ' })
  expect(isNew).toBe(true)
  const hash = createHash('sha256').update('hello there').digest('hex')
  expect(sim.objects.get(`documents/${companyId}/cv/${hash}`)?.toString()).toBe('hello there')
  expect(await readDocumentRow(open.postgres, document)).toMatchObject({
    status: 'STORED',
    fileName: 'a b  .pdf',
    sizeBytes: 11,
    talentId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
  })
  expect(await waiting('read-document')).toBe(before + 1)
})

test('the same bytes are one document, uploaded sequentially or concurrently, and a separate one for another company', async () => {
  const before = await waiting('read-document')
  const outcomes = await Promise.all([1, 2, 3].map(() => upload('the same')))
  const again = await upload('the same', { fileName: 'renamed.txt' })
  expect(new Set([...outcomes, again].map(({ document }) => document.id)).size).toBe(1)
  expect(again).toMatchObject({ isNew: false, document: { fileName: 'letter.txt', status: 'STORED' } })
  const other = await upload('the same', { companyId: await addCompany(open.database, 0n) })
  expect(other.isNew).toBe(true)
  expect(await waiting('read-document')).toBe(before + 2)
})

test('a freshly started process accepts more concurrent uploads than it has connections', async () => {
  const fresh = openDeps()
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, index) => uploadDocument(fresh, uploadOf(`concurrent ${index}`))),
  )
  expect(outcomes.map(({ kind }) => kind)).toEqual(Array.from({ length: 12 }, () => 'accepted'))
})

test.each([
  ['TOO_LARGE', Buffer.alloc(10 * 1_048_576 + 1, 'a')],
  ['UNSUPPORTED_DOCUMENT', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0])],
  ['NO_TEXT', Buffer.alloc(0)],
])('%s is refused before anything is stored', async (code, bytes) => {
  const requests = sim.requests()
  expect(await uploadDocument(deps, uploadOf('', { bytes }))).toMatchObject({ kind: 'refused', code })
  expect(sim.requests()).toBe(requests)
})

test('the next upload resumes an interrupted one, giving one document with one task', async () => {
  const before = await waiting('read-document')
  sim.plan(503)
  await expect(upload('broken off')).rejects.toMatchObject({ code: 'objects.unavailable' })
  expect(await waiting('read-document')).toBe(before)
  const { document, isNew } = await upload('broken off')
  expect(isNew).toBe(false)
  expect(await statusOf(document)).toBe('STORED')
  expect(await waiting('read-document')).toBe(before + 1)
})

test('an unfinished upload is swept after a day, with its object', async () => {
  sim.plan('drop')
  await expect(upload('forgotten')).rejects.toMatchObject({ code: 'objects.unavailable' })
  const sweep = () => open.postgres.transaction((tx) => sweepUploads(deps, tx))
  expect(await sweep()).toBe(0)
  const { rows } = await open.postgres.query<{ company_id: string; id: string }>(
    `update documents set updated_at = now() - interval '25 hours' where status = 'UPLOADING' returning company_id, id`,
  )
  const before = await waiting('delete-document')
  expect(await sweep()).toBe(1)
  expect(await waiting('delete-document')).toBe(before + 1)
  const document = { companyId: rows[0]?.company_id ?? '', id: rows[0]?.id ?? '' }
  await deleteDocument(deps, document)
  expect(await statusOf(document)).toBeUndefined()
})

test('a deleted document leaves neither text nor object, and the same bytes can be uploaded again', async () => {
  const { document } = await upload('to be deleted')
  await save(document, 'to be deleted')
  const objects = sim.objects.size
  expect(await remove(document)).toBe(1)
  expect(await remove(document)).toBe(0)
  expect(await readText(open.postgres, document)).toBeUndefined()
  await expect(upload('to be deleted')).rejects.toMatchObject({ code: 'documents.being_deleted' })
  sim.plan(500)
  await expect(deleteDocument(deps, document)).rejects.toMatchObject({ code: 'objects.unavailable' })
  expect(await statusOf(document)).toBe('DELETING')
  await deleteDocument(deps, document)
  await deleteDocument(deps, document)
  expect(await statusOf(document)).toBeUndefined()
  expect(sim.objects.size).toBe(objects - 1)
  expect((await upload('to be deleted')).isNew).toBe(true)
})

test.each([
  ['is marked for deletion', false],
  ['is deleted', true],
])(
  'an upload whose document %s before its bytes are stored is refused and leaves no object',
  async (what, isGone) => {
    const text = `deleted during upload: it ${what}`
    const objects = sim.objects.size
    const before = await waiting('delete-document')
    const readRows = async () => {
      const { rows } = await open.postgres.query<{ id: string }>(
        `select id from documents where company_id = $1 and status in ('UPLOADING', 'DELETING')
        and content_hash = sha256($2)`,
        [companyId, Buffer.from(text)],
      )
      return rows.map(({ id }) => ({ companyId, id }))
    }
    const racing = {
      ...deps,
      objects: {
        ...deps.objects,
        async put(...object: Parameters<typeof deps.objects.put>) {
          const [document] = await readRows()
          if (!document) throw new Error('the row must exist before its object')
          await remove(document)
          if (isGone) await deleteDocument(deps, document)
          await deps.objects.put(...object)
        },
      },
    }
    await expect(uploadDocument(racing, uploadOf(text))).rejects.toMatchObject({
      kind: 'conflict',
      code: 'documents.being_deleted',
    })
    expect(await waiting('delete-document')).toBe(before + (isGone ? 2 : 1))
    for (const document of await readRows()) await deleteDocument(deps, document)
    expect([await readRows(), sim.objects.size]).toEqual([[], objects])
    expect((await upload(text)).isNew).toBe(true)
  },
)

test('the documents of one talent are deleted together, and no others', async () => {
  const [first, other] = [
    await upload('a first CV', { kind: 'CV' }),
    await upload('another CV', { kind: 'CV' }),
  ]
  const { talentId } = first.document
  const request = () =>
    open.database
      .transaction()
      .execute((tx) => requestDeletion(deps, tx, { companyId, talentId: talentId ?? '' }))
  expect(await request()).toBe(1)
  expect(await request()).toBe(0)
  expect([await statusOf(first.document), await statusOf(other.document)]).toEqual(['DELETING', 'STORED'])
})

test('a document only moves forward: no step is repeated, or taken during deletion', async () => {
  const { document } = await upload('one way', { kind: 'CV' })
  const step = (work: (tx: typeof open.postgres) => Promise<boolean>) => work(open.postgres)
  expect(await step((tx) => markParsed(tx, document))).toBe(false)
  expect(await save(document, 'one way')).toBe(true)
  expect(await save(document, 'another')).toBe(false)
  expect(await step((tx) => markRefused(tx, document, 'no'))).toBe(false)
  expect(await step((tx) => markParsed(tx, document))).toBe(true)
  const gone = await upload('gone', { kind: 'CV' })
  await remove(gone.document)
  expect(await save(gone.document, 'gone')).toBe(false)
})

test.each([
  ['one word', 'Dialysegerät', /«Dialysegeräten»/],
  ['words that are far apart', 'Triage Dialysegerät', /«Triage»|«Dialysegeräten»/],
  ['a phrase', '"Umgang mit Dialysegeräten"', /«Umgang» mit «Dialysegeräten»/],
  ['one of two words', 'Schweißen or Dialysegerät', /«Dialysegeräten»/],
  ['a word without another', 'Dialysegerät -Schweißen', /«Dialysegeräten»/],
])('the excerpt of a long document shows the match: %s', async (_, words, marked) => {
  const owner = await addCompany(open.database, 0n)
  const { document } = await upload('long', { companyId: owner })
  const filling = 'Sie war in vielen Häusern des Landes tätig und kam immer gern wieder zur Arbeit. '
  const parts = ['Ana Pop, ana.pop@example.com. ', 'Triage. ', `Umgang mit Dialysegeräten. ${filling}`]
  await save(document, parts.join(filling.repeat(30)), 'de')
  const [found] = await searchDocuments(open.postgres, { companyId: owner, words })
  expect(found).toMatchObject({ id: document.id, excerpt: expect.stringMatching(marked) as string })
})

test('a search finds words literally and in inflected forms, within its company only', async () => {
  const mine = await upload('search me')
  await save(mine.document, 'Die Schweißerin prüfte alle Leitungen', 'de')
  const other = await addCompany(open.database, 0n)
  const theirs = await upload('search them', { companyId: other })
  await save(theirs.document, 'Leitungen überall', 'de')
  const search = async (words: string) =>
    (await searchDocuments(open.postgres, { companyId, words })).map(({ id }) => id)
  expect(await search('Leitung')).toEqual([mine.document.id])
  expect(await search('leitungen prüfte')).toEqual([mine.document.id])
  expect(await search('"alle Leitungen"')).toEqual([mine.document.id])
  expect(await search('Leitungen -prüfte')).toEqual([])
  expect(await search('company')).toEqual([])
  expect(await search(`company:${other}`)).toEqual([])
  expect(await search('')).toEqual([])
  expect(await search(`'|&!()<->:* "`)).toEqual([])
  const [found] = await searchDocuments(open.postgres, { companyId, words: 'Leitungen' })
  expect(found?.excerpt).toContain('«Leitungen»')
  await remove(mine.document)
  expect(await search('Leitungen')).toEqual([])
})

test('a text of the maximum length can be indexed', async () => {
  const { document } = await upload('long')
  const words = Array.from({ length: 40_000 }, (_, index) => `w${index.toString(36)}`).join(' ')
  expect(await save(document, words.slice(0, 200_000), 'en')).toBe(true)
})
