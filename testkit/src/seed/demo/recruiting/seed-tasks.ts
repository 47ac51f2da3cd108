// Background work of the demo company that needs a person, or waits: tasks that failed permanently and one that was
// postponed, written by a worker as in production. Finished tasks are not listed, so none is added.
import { demoCompany } from '@gatehouse/companies/seed-demo-company'
import { parseCvTask } from '@gatehouse/documents/document-tasks'
import { parseJobTask } from '@gatehouse/jobs/parse-job-task'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import { createIds } from '@gatehouse/runtime/ids'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createTaskWorker } from '@gatehouse/tasks/create-task-worker'
import { TaskPostponed, handleTask } from '@gatehouse/tasks/handle-task'
import { listTasks } from '@gatehouse/tasks/list-tasks'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { waitUntil } from '../../../wait-until.ts'
import type { DemoDeps } from '../demo-deps.ts'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    demoTasks: 'demo.answer_unusable'
  }
}

const { companyId } = demoCompany
const failures = 2
/** Longer than a first look takes: the AI service then does the work. */
const postponedMs = 12 * 3_600_000

export async function seedTasks({ database, postgres }: DemoDeps): Promise<void> {
  const clock = createSystemClock()
  const logger = createLogger({ service: 'demo', level: 'fatal', sinks: [] })
  const kinds = [parseCvTask, parseJobTask]
  const queue = createTaskQueue({ postgres, logger, ids: createIds(clock), kinds })
  const ofCompany = (table: 'documents' | 'jobs', limit: number) =>
    database
      .selectFrom(table)
      .select('id')
      .where('company_id', '=', companyId)
      .orderBy('id')
      .limit(limit)
      .execute()
  const documents = await ofCompany('documents', failures)
  const jobs = await ofCompany('jobs', 1)
  await queue.prepare()
  await postgres.transaction(async (tx) => {
    const groupId = companyId
    for (const { id: documentId } of documents)
      await queue.enqueue(tx, parseCvTask, { input: { companyId, documentId }, groupId })
    for (const { id: jobId } of jobs)
      await queue.enqueue(tx, parseJobTask, { input: { companyId, jobId }, groupId })
  })
  const worker = createTaskWorker({
    postgres,
    logger,
    clock,
    metrics: createMetrics('demo'),
    random: Math.random,
    pollMs: 20,
    handled: [
      handleTask(parseCvTask, { concurrencyMax: 1, work: () => Promise.reject(unusable()) }),
      handleTask(parseJobTask, {
        concurrencyMax: 1,
        work: () => Promise.reject(new TaskPostponed('the model is not responding', postponedMs)),
      }),
    ],
  })
  worker.start()
  try {
    await waitUntil(
      async () => {
        const tasks = await listTasks(database, {
          groupId: companyId,
          kinds: kinds.map(({ name }) => name),
          limit: 10,
        })
        const failed = tasks.filter(({ state }) => state === 'FAILED')
        const postponed = tasks.filter(
          ({ nextTryAt }) => (nextTryAt?.getTime() ?? 0) > clock.wallMs() + 3_600_000,
        )
        return failed.length === documents.length && postponed.length === jobs.length
      },
      { withinMs: 20_000, what: 'the demo tasks have failed or wait' },
    )
  } finally {
    await worker.drain({ graceMs: 5_000 })
  }
}

function unusable(): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'demo.answer_unusable',
    publicMessage: 'The model answered three times with a text that does not fit the document.',
  })
}
