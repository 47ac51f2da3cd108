import { deleteDocumentTask, documentTasks, parseCvTask } from '@gatehouse/documents/document-tasks'
import type { User } from '@gatehouse/identity/users'
import { ids } from '@gatehouse/matching/testing/seed-matching'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createTaskWorker } from '@gatehouse/tasks/create-task-worker'
import { handleTask } from '@gatehouse/tasks/handle-task'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codesOf } from '../../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
let backend: TestBackend
let companyId: string
let admin: User
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend[Symbol.asyncDispose]())
beforeEach(async () => {
  companyId = await addCompany(backend.database, 0n)
  admin = await addUser(backend.database, { companyId })
})

const ask = (query: string, variables: Record<string, unknown> = {}, user = admin) =>
  backend.ask(query, { user, variables: { companyId, ...variables } })

const fields = 'id kind subjectKind subjectId state attempts lastError'
const one = `query ($companyId: ID!, $taskId: ID!) { backgroundTask(companyId: $companyId, taskId: $taskId) { ${fields} } }`
const retry = `mutation ($companyId: ID!, $taskId: ID!) { retryBackgroundTask(companyId: $companyId, taskId: $taskId) { ${fields} } }`

type Page = { nodes: { id: string; state: string }[]; endCursor: string | null; hasNextPage: boolean }

async function readPage(variables: Record<string, unknown> = {}): Promise<Page> {
  const { data } = await ask(
    `query ($companyId: ID!, $state: BackgroundTaskState, $subjectId: String, $first: Int, $after: String) {
       backgroundTasks(companyId: $companyId, state: $state, subjectId: $subjectId, first: $first, after: $after) {
         nodes { id state } endCursor hasNextPage } }`,
    variables,
  )
  return data?.['backgroundTasks'] as Page
}

async function enqueue(kind: (typeof documentTasks)[number], documentId = ids.uuid()): Promise<string> {
  const { postgres } = backend
  const queue = createTaskQueue({ postgres, logger, ids, kinds: documentTasks })
  const order = { input: { companyId, documentId }, groupId: companyId }
  return (await postgres.transaction((tx) => queue.enqueue(tx, kind, order))).id
}

/** Runs CV parses until an attempt at the given one has failed. */
async function failParse(taskId: string, failure: Error): Promise<void> {
  const worker = createTaskWorker({
    postgres: backend.postgres,
    logger,
    clock: createSystemClock(),
    metrics: createMetrics('test'),
    random: Math.random,
    pollMs: 20,
    handled: [handleTask(parseCvTask, { concurrencyMax: 1, work: () => Promise.reject(failure) })],
  })
  worker.start()
  try {
    const hasFailed = async () => {
      const { data } = await ask(one, { taskId })
      const task = data?.['backgroundTask'] as { lastError: string | null } | undefined
      return typeof task?.lastError === 'string'
    }
    await waitUntil(hasFailed, { withinMs: 30_000, what: 'an attempt has failed' })
  } finally {
    await worker.drain({ graceMs: 5_000 })
  }
}

test('the tasks of a company are read page by page, newest first, and filtered by state', async () => {
  const enqueued = [await enqueue(deleteDocumentTask), await enqueue(deleteDocumentTask)]
  enqueued.push(await enqueue(deleteDocumentTask))
  const newestFirst = enqueued.toReversed()
  const first = await readPage({ first: 2 })
  expect([first.nodes.map(({ id }) => id), first.hasNextPage]).toEqual([newestFirst.slice(0, 2), true])
  const second = await readPage({ first: 2, after: first.endCursor })
  expect([second.nodes.map(({ id }) => id), second.hasNextPage]).toEqual([newestFirst.slice(2), false])
  expect((await readPage({ state: 'WAITING' })).nodes).toHaveLength(3)
  expect((await readPage({ state: 'FAILED' })).nodes).toEqual([])
  expect((await readPage({ after: 'nonsense' })).nodes).toEqual([])
})

test('a failed task says what it worked on and why it failed; an admin tries it again, once, and it is audited', async () => {
  const documentId = ids.uuid()
  const taskId = await enqueue(parseCvTask, documentId)
  const publicMessage = 'The document cannot be parsed.'
  await failParse(taskId, new Fault({ kind: 'invalid', code: 'documents.refused', publicMessage }))
  const failed = {
    kind: 'parse-cv',
    subjectKind: 'document',
    subjectId: documentId,
    state: 'FAILED',
    attempts: 1,
  }
  expect((await ask(one, { taskId })).data).toEqual({
    backgroundTask: { id: taskId, ...failed, lastError: publicMessage },
  })
  expect((await readPage({ state: 'FAILED' })).nodes).toEqual([{ id: taskId, state: 'FAILED' }])
  expect((await readPage({ subjectId: documentId })).nodes).toEqual([{ id: taskId, state: 'FAILED' }])
  expect((await readPage({ subjectId: ids.uuid() })).nodes).toEqual([])
  const member = await addUser(backend.database, { companyId, role: 'MEMBER' })
  expect(codesOf(await ask(retry, { taskId }, member))).toEqual(['FORBIDDEN'])
  const waiting = { retryBackgroundTask: { id: taskId, state: 'WAITING', lastError: null } }
  expect((await ask(retry, { taskId })).data).toMatchObject(waiting)
  expect((await ask(retry, { taskId })).data).toMatchObject(waiting)
  const entries = await backend.database
    .selectFrom('audit_log')
    .select('action')
    .where('company_id', '=', companyId)
    .where('subject_id', '=', taskId)
    .execute()
  expect(entries).toEqual([{ action: 'task.replay' }])
  await failParse(
    taskId,
    new Fault({ kind: 'internal', code: 'internal.unexpected', publicMessage: 'pool 7' }),
  )
  expect((await ask(one, { taskId })).data).toMatchObject({
    backgroundTask: { state: 'WAITING', lastError: 'Something went wrong on our side.' },
  })
})

test('a task of another company is not found', async () => {
  const taskId = await enqueue(deleteDocumentTask)
  const elsewhere = await addCompany(backend.database, 0n)
  const stranger = await addUser(backend.database, { companyId: elsewhere })
  for (const query of [one, retry])
    expect(codesOf(await ask(query, { taskId, companyId: elsewhere }, stranger))).toEqual(['NOT_FOUND'])
})
