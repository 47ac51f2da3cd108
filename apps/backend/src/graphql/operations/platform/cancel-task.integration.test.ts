import { oneShard } from '@gatehouse/postgres/shards'
import { markParsed } from '@gatehouse/documents/advance-document'
import { documentTasks, parseCvTask, readDocumentTask } from '@gatehouse/documents/document-tasks'
import type { User } from '@gatehouse/identity/users'
import { ids } from '@gatehouse/matching/testing/seed-matching'
import { meetingInsightsTask } from '@gatehouse/meetings/meeting-insights-task'
import { recordRoomEvent } from '@gatehouse/meetings/record-room-event'
import { registerRoom } from '@gatehouse/meetings/register-room'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createTaskQueue, idOfKey } from '@gatehouse/tasks/create-task-queue'
import { createTaskWorker } from '@gatehouse/tasks/create-task-worker'
import { type TaskHandler, handleTask } from '@gatehouse/tasks/handle-task'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codesOf } from '../../../testing/read-graphql.ts'
import { seedDocument } from '../../../testing/seed-company.ts'
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
const change = (name: 'cancelBackgroundTask' | 'retryBackgroundTask', taskId: string, user = admin) =>
  ask(
    `mutation ($companyId: ID!, $taskId: ID!) { task: ${name}(companyId: $companyId, taskId: $taskId) { state } }`,
    { taskId },
    user,
  )
const stateOf = async (taskId: string) => {
  const { data } = await ask(
    'query ($companyId: ID!, $taskId: ID!) { backgroundTask(companyId: $companyId, taskId: $taskId) { state } }',
    { taskId },
  )
  return (data?.['backgroundTask'] as { state: string } | undefined)?.state
}
const documentOf = async (documentId: string) => {
  const { data } = await ask(
    'query ($companyId: ID!, $documentId: ID!) { document(companyId: $companyId, documentId: $documentId) { status cancelledTaskId } }',
    { documentId },
  )
  return data?.['document'] as { status: string; cancelledTaskId: string | null }
}
const auditedActions = async (taskId: string) =>
  (
    await backend.database
      .selectFrom('audit_log')
      .select('action')
      .where('company_id', '=', companyId)
      .where('subject_id', '=', taskId)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

/** A CV whose text is read and whose parse waits. */
async function seedParse(): Promise<{ documentId: string; taskId: string }> {
  const { postgres } = backend
  const { id: documentId } = await seedDocument(postgres, { companyId, text: 'Welder' })
  const queue = createTaskQueue({ postgres, logger, ids, kinds: documentTasks })
  const order = { input: { companyId, documentId }, groupId: companyId }
  const { id: taskId } = await postgres.transaction((tx) => queue.enqueue(tx, parseCvTask, order))
  return { documentId, taskId }
}

type Parse = TaskHandler<typeof parseCvTask.input>['work']

function startParser(work: Parse) {
  const worker = createTaskWorker({
    postgres: backend.postgres,
    logger,
    clock: createSystemClock(),
    metrics: createMetrics('test'),
    random: Math.random,
    pollMs: 20,
    renewMs: 50,
    handled: [handleTask(parseCvTask, { concurrencyMax: 4, work })],
  })
  worker.start()
  return { [Symbol.asyncDispose]: async () => void (await worker.drain({ graceMs: 5_000 })) }
}

const parse: Parse = async (task) => async (tx) => {
  await markParsed(tx, { companyId: task.input.companyId, id: task.input.documentId })
}

test('a waiting task is cancelled once, its document says so, and a retry does the work', async () => {
  const { documentId, taskId } = await seedParse()
  for (const _ of [1, 2])
    expect((await change('cancelBackgroundTask', taskId)).data).toEqual({ task: { state: 'CANCELLED' } })
  expect(await documentOf(documentId)).toEqual({ status: 'READ', cancelledTaskId: taskId })
  await using _parser = startParser(parse)
  const other = await seedParse()
  await waitUntil(async () => (await stateOf(other.taskId)) === 'DONE', {
    withinMs: 30_000,
    what: 'a task that was not cancelled is done',
  })
  expect(await stateOf(taskId)).toBe('CANCELLED')
  expect((await change('retryBackgroundTask', taskId)).errors).toBeUndefined()
  await waitUntil(async () => (await stateOf(taskId)) === 'DONE', {
    withinMs: 30_000,
    what: 'the retried task is done',
  })
  expect(await documentOf(documentId)).toEqual({ status: 'PARSED', cancelledTaskId: null })
  const { errors } = await change('cancelBackgroundTask', taskId)
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', fault: 'companies.task_finished' })
  expect(await documentOf(documentId)).toEqual({ status: 'PARSED', cancelledTaskId: null })
  expect(await auditedActions(taskId)).toEqual(['task.cancel', 'task.resume'])
})

test('a running task is aborted and has no effect', async () => {
  const { documentId, taskId } = await seedParse()
  const aborted = Promise.withResolvers<void>()
  await using _parser = startParser(async (task) => {
    task.signal.addEventListener('abort', () => aborted.resolve())
    await aborted.promise
    return parse(task)
  })
  await waitUntil(async () => (await stateOf(taskId)) === 'RUNNING', { withinMs: 30_000, what: 'it runs' })
  expect((await change('cancelBackgroundTask', taskId)).data).toEqual({ task: { state: 'CANCELLED' } })
  await aborted.promise
  expect(await documentOf(documentId)).toEqual({ status: 'READ', cancelledTaskId: taskId })
})

test('of a cancellation and a worker that finishes the task at the same moment, exactly one succeeds', async () => {
  const waiting: Awaited<ReturnType<typeof seedParse>>[] = []
  for (let count = 0; count < 24; count += 1) waiting.push(await seedParse())
  // The worker takes the oldest task first, and so do the cancellations.
  await using _parser = startParser(parse)
  const answers: { documentId: string; taskId: string; answer: Awaited<ReturnType<typeof change>> }[] = []
  const cancelNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      answers.push({ ...next, answer: await change('cancelBackgroundTask', next.taskId) })
  }
  await Promise.all([cancelNext(), cancelNext()])
  expect(answers).toHaveLength(24)
  for (const { documentId, taskId, answer } of answers) {
    const isCancelled = answer.errors === undefined
    if (!isCancelled) expect(codesOf(answer)).toEqual(['CONFLICT'])
    expect(await stateOf(taskId)).toBe(isCancelled ? 'CANCELLED' : 'DONE')
    expect(await documentOf(documentId)).toEqual(
      isCancelled ? { status: 'READ', cancelledTaskId: taskId } : { status: 'PARSED', cancelledTaskId: null },
    )
    expect(await auditedActions(taskId)).toEqual(isCancelled ? ['task.cancel'] : [])
  }
})

test('a job and a meeting name their cancelled task; another text of the job has a task of its own', async () => {
  const created = await ask(
    `mutation ($companyId: ID!) { createJob(companyId: $companyId, input: { title: "Welder", descriptionText: "MIG" }) { id } }`,
  )
  const jobId = (created.data?.['createJob'] as { id: string } | undefined)?.id ?? ''
  const jobTask = idOfKey('parse-job', `${jobId}:1`)
  expect((await change('cancelBackgroundTask', jobTask)).data).toEqual({ task: { state: 'CANCELLED' } })
  const job = (query: string) => ask(query, { jobId })
  const read =
    'query ($companyId: ID!, $jobId: ID!) { job(companyId: $companyId, jobId: $jobId) { cancelledTaskId } }'
  expect((await job(read)).data).toEqual({ job: { cancelledTaskId: jobTask } })
  await job(
    `mutation ($companyId: ID!, $jobId: ID!) {
       updateJob(companyId: $companyId, jobId: $jobId, input: { descriptionText: "TIG" }) { id } }`,
  )
  expect((await job(read)).data).toEqual({ job: { cancelledTaskId: null } })

  const { postgres, database } = backend
  const room = { name: `room ${companyId}`, companyId, ownerEmail: admin.email }
  await registerRoom({ databases: oneShard(database), ids }, room, {
    actor: { kind: 'operator', id: 'test' },
  })
  const queue = createTaskQueue({ postgres, logger, ids, kinds: [meetingInsightsTask] })
  const event = { event: 'room_destroyed', room: room.name, timestamp: new Date() } as const
  const recorded = await recordRoomEvent(
    { shards: oneShard(postgres), ids, queues: oneShard(queue) },
    event,
    'test',
  )
  const meetingId = recorded.meeting?.id ?? ''
  const meetingTask = idOfKey(meetingInsightsTask.name, meetingId)
  const meeting = async () =>
    (
      await ask(
        'query ($companyId: ID!, $meetingId: ID!) { meeting(companyId: $companyId, meetingId: $meetingId) { status cancelledTaskId } }',
        { meetingId },
      )
    ).data?.['meeting']
  await change('cancelBackgroundTask', meetingTask)
  expect(await meeting()).toEqual({ status: 'WAITING', cancelledTaskId: meetingTask })
  expect((await change('retryBackgroundTask', meetingTask)).data).toEqual({ task: { state: 'WAITING' } })
  expect(await meeting()).toEqual({ status: 'WAITING', cancelledTaskId: null })
})

test('a deletion, a member and another company are refused', async () => {
  const { documentId, taskId } = await seedParse()
  const deletion = await ask(
    'mutation ($companyId: ID!, $documentId: ID!) { deleteDocument(companyId: $companyId, documentId: $documentId) }',
    { documentId },
  )
  expect(deletion.errors).toBeUndefined()
  const { data } = await ask(
    'query ($companyId: ID!) { backgroundTasks(companyId: $companyId) { nodes { id kind } } }',
  )
  const page = data?.['backgroundTasks'] as { nodes: { id: string; kind: string }[] } | undefined
  const deleting = page?.nodes.find(({ kind }) => kind === 'delete-document')?.id ?? ''
  const { errors } = await change('cancelBackgroundTask', deleting)
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', fault: 'companies.task_not_cancellable' })
  const member = await addUser(backend.database, { companyId, role: 'MEMBER' })
  expect(codesOf(await change('cancelBackgroundTask', taskId, member))).toEqual(['FORBIDDEN'])
  const reading = idOfKey(readDocumentTask.name, documentId)
  const elsewhere = await addCompany(backend.database, 0n)
  const stranger = await addUser(backend.database, { companyId: elsewhere })
  const foreign = await ask(
    'mutation ($companyId: ID!, $taskId: ID!) { cancelBackgroundTask(companyId: $companyId, taskId: $taskId) { id } }',
    { companyId: elsewhere, taskId: reading },
    stranger,
  )
  expect(codesOf(foreign)).toEqual(['NOT_FOUND'])
})
