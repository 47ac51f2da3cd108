import { parseCvTask, readDocumentTask } from '@gatehouse/documents/document-tasks'
import type { DocumentRef, DocumentStatus } from '@gatehouse/documents/document'
import { requestDeletion } from '@gatehouse/documents/delete-document'
import { readEvents, seedEndpoint } from '@gatehouse/outgoing-events/testing/seed-events'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import type { HandledKind, RunningTask } from '@gatehouse/tasks/handle-task'
import { composeDocx, paragraph } from '@gatehouse/testkit/documents/compose-docx'
import { composePdf, textAt } from '@gatehouse/testkit/documents/compose-pdf'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDocuments } from '../../testing/open-documents.ts'
import { workerHealth } from '../../readiness.ts'

let open: Awaited<ReturnType<typeof openDocuments>>
beforeAll(async () => {
  open = await openDocuments()
})
afterAll(() => open[Symbol.asyncDispose]())

const cv = (name: string) => `${name}
Springfield

EXPERIENCE
Senior Welder
Acme Pipelines
March 2021 - present
- Welded pipelines and trained the apprentices of the whole company in the use of their tools
`
// A PDF without text, like a scanned page.
const emptyPdf = () => composePdf({ pages: [''] })

const statusOf = async ({ companyId, id }: DocumentRef): Promise<DocumentStatus | undefined> => {
  const { database } = open
  const row = await database
    .selectFrom('documents')
    .select('status')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.status
}
const untilStatus = (document: DocumentRef, status: DocumentStatus | undefined) =>
  waitUntil(async () => (await statusOf(document)) === status, {
    withinMs: 30_000,
    what: `the document is ${status}`,
  })
const talentOf = (talentId: string | null) =>
  open.database
    .selectFrom('talents')
    .innerJoin('talent_facts', 'talent_facts.talent_id', 'talents.id')
    .select(['talents.id', 'talents.name', 'talents.source_text', 'talent_facts.facts'])
    .where('talents.id', '=', talentId ?? '')
    .execute()

test('an uploaded CV becomes one talent, read, indexed and waiting for matching', async () => {
  await using worker = open.startWorker()
  const { companyId, postgres } = open
  await seedEndpoint({ postgres, ids: createIds(createSystemClock()) }, { companyId, eventTypes: [] })
  const document = await open.upload(
    composePdf({
      pages: [
        cv('Linda Grant')
          .split('\n')
          .map((line, index) => textAt([72, 700 - 20 * index], line))
          .join('\n'),
      ],
    }),
    { fileName: 'linda.pdf' },
  )
  await untilStatus(document, 'PARSED')
  const [talent, ...others] = await talentOf(document.talentId)
  expect(others).toEqual([])
  expect(talent?.facts).toMatchObject({
    roles: [{ titleTerms: ['senior', 'welder', 'occupation:welder'], isCurrent: true }],
    terms: expect.arrayContaining([expect.objectContaining({ term: 'welder' })]) as unknown,
  })
  const { rows: queued } = await open.postgres.query('select from match_queue where subject_id = $1', [
    document.talentId,
  ])
  expect(queued).toHaveLength(1)
  const text = await open.database
    .selectFrom('document_texts')
    .select(['language', 'pages'])
    .where('document_id', '=', document.id)
    .executeTakeFirst()
  expect(text).toEqual({ language: 'en', pages: 1 })
  const kinds = [...open.workers.documentWorker, ...open.workers.cvWorker]
  expect(workerHealth(kinds.map(({ kind }) => worker.status(kind.name)))).toBe('healthy')
  expect(await open.metrics.getSingleMetricAsString('gatehouse_documents_read_total')).toMatch(
    /kind="cv",outcome="read".* 1/,
  )
  const data = { documentId: document.id, talentId: document.talentId }
  expect(await readEvents(postgres, companyId)).toEqual([{ type: 'document.parsed', data }])
})

test('a document that is not a CV is read and indexed, and creates no talent', async () => {
  await using _worker = open.startWorker()
  const docx = composeDocx({ body: paragraph('Minutes of the meeting of the third of May') })
  const document = await open.upload(docx, { kind: 'OTHER' })
  await untilStatus(document, 'READ')
  expect(document.talentId).toBeNull()
})

test('an unreadable document is refused with a reason, and its uploader gets one mail', async () => {
  await using _worker = open.startWorker()
  const { companyId, database } = open
  const user = await addUser(database, { companyId })
  const document = await open.upload(emptyPdf(), { fileName: 'scan.pdf', uploadedBy: user.id })
  await untilStatus(document, 'REFUSED')
  const mails = await database.selectFrom('mails').select(['recipient', 'subject', 'text_body']).execute()
  expect(mails).toMatchObject([{ recipient: user.email, subject: 'scan.pdf could not be read' }])
  expect(mails[0]?.text_body).toContain('no text')
  expect(await readEvents(open.postgres, companyId)).toContainEqual({
    type: 'document.refused',
    data: { documentId: document.id, reason: expect.stringContaining('no text') as string },
  })
})

test('a deletion removes row, text and object', async () => {
  await using _worker = open.startWorker()
  const document = await open.upload('A letter that was sent by mistake', { kind: 'OTHER' })
  await untilStatus(document, 'READ')
  const objects = open.sim.objects.size
  await open.postgres.transaction((tx) => requestDeletion(open, tx, document))
  await untilStatus(document, undefined)
  expect(open.sim.objects.size).toBe(objects - 1)
})

test('a document waits for the object store without a failed attempt, and is read once the store is back', async () => {
  const { postgres, sim } = open
  const document = await open.upload('A letter uploaded before an outage of the store', { kind: 'OTHER' })
  sim.plan(503)
  await using _worker = open.startWorker()
  const task = async () => {
    const { rows } = await postgres.query<{ retry_count: number; is_later: boolean }>(
      `select retry_count, start_after > now() + interval '10 seconds' as is_later
         from tasks.job where name = $1 and data -> 'input' ->> 'documentId' = $2`,
      [readDocumentTask.name, document.id],
    )
    return rows[0]
  }
  const waits = async () => (await task())?.is_later === true
  await waitUntil(waits, { withinMs: 30_000, what: 'the document waits' })
  expect(await task()).toMatchObject({ retry_count: 0 })
  await postgres.query('update tasks.job set start_after = now() where name = $1', [readDocumentTask.name])
  await untilStatus(document, 'READ')
})

/** Runs a task's work without applying the effect it returns, like a worker that dies just before that. */
async function attempt(handled: readonly HandledKind[], name: string, { companyId, id }: DocumentRef) {
  const kind = handled.find((each) => each.kind.name === name)
  const task = { input: { companyId, documentId: id }, signal: new AbortController().signal } as RunningTask
  return kind?.handler.work(task)
}

test('workers that die between steps, and two that finish the same step, leave one talent and one mail', async () => {
  const { workers, postgres, database, companyId } = open
  const user = await addUser(database, { companyId })
  const good = await open.upload(cv('Bo Li'))
  const bad = await open.upload(emptyPdf().subarray(0), {
    fileName: 'two.pdf',
    kind: 'OTHER',
    uploadedBy: user.id,
  })
  const { documentWorker, cvWorker } = workers
  // These attempts end before their effect is applied.
  await attempt(documentWorker, readDocumentTask.name, good)
  await attempt(documentWorker, readDocumentTask.name, bad)
  expect(await statusOf(good)).toBe('STORED')
  for (const [handled, name, document] of [
    [documentWorker, readDocumentTask.name, good],
    [documentWorker, readDocumentTask.name, bad],
    [cvWorker, parseCvTask.name, good],
  ] as const) {
    const [first, second] = await Promise.all([
      attempt(handled, name, document),
      attempt(handled, name, document),
    ])
    await postgres.transaction(async (tx) => first?.(tx))
    await postgres.transaction(async (tx) => second?.(tx))
    expect(await attempt(handled, name, document)).toBeUndefined()
  }
  // Finally the task engine runs all remaining tasks.
  await using _worker = open.startWorker()
  const isDone = async () =>
    (await open.queue.depths()).every(
      ({ kind, waiting, running }) => kind === 'send-mail' || waiting + running === 0,
    )
  await waitUntil(isDone, { withinMs: 30_000, what: 'all tasks are done' })
  expect(await talentOf(good.talentId)).toHaveLength(1)
  const mails = await database.selectFrom('mails').select('id').where('recipient', '=', user.email).execute()
  expect(mails).toHaveLength(1)
})

test('reading a CV again does not remove a known name', async () => {
  const { database, postgres, workers, companyId } = open
  const document = await open.upload(cv('Ada Moss'))
  const effects = async (handled: readonly HandledKind[], name: string) => {
    const effect = await attempt(handled, name, document)
    await postgres.transaction(async (tx) => effect?.(tx))
  }
  await effects(workers.documentWorker, readDocumentTask.name)
  await effects(workers.cvWorker, parseCvTask.name)
  await postgres.query('update talents set name = $2 where id = $1', [document.talentId, 'Ada Moss'])
  await database
    .updateTable('documents')
    .set({ status: 'READ' })
    .where('company_id', '=', companyId)
    .where('id', '=', document.id)
    .execute()
  await effects(workers.cvWorker, parseCvTask.name)
  expect(await talentOf(document.talentId)).toMatchObject([{ name: 'Ada Moss' }])
})

test('many uploads of one company do not delay another company’s upload', async () => {
  const other = await addCompany(open.database, 0n)
  const many: DocumentRef[] = []
  for (let index = 0; index < 30; index += 1)
    many.push(await open.upload(`Letter number ${index} of a company with many letters`, { kind: 'OTHER' }))
  const one = await open.upload('The only letter of a company with one letter', {
    kind: 'OTHER',
    companyId: other,
  })
  const { rows } = await open.postgres.query<{ id: string }>(
    `select data -> 'input' ->> 'documentId' as id from tasks.job_common
      where name = 'read-document' and state < 'active' order by priority desc, created_on, id`,
  )
  const place = rows.findIndex(({ id }) => id === one.id)
  expect(place).toBeGreaterThanOrEqual(0)
  expect(place).toBeLessThanOrEqual(2)
})
