import { createSystemClock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import { createIds } from '@gatehouse/runtime/ids'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createTaskWorker } from '@gatehouse/tasks/create-task-worker'
import { defineTask } from '@gatehouse/tasks/define-task'
import { handleTask } from '@gatehouse/tasks/handle-task'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { tasksCommand } from './tasks.ts'
import { runCommand } from '../testing/run-command.ts'

const clock = createSystemClock()
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
let open: OpenTestDatabase
beforeAll(async () => {
  open = await openTestDatabase()
})
afterAll(() => open[Symbol.asyncDispose]())

async function tasks(...args: string[]): Promise<string[]> {
  const { exitCode, lines } = await runCommand(tasksCommand, args, {
    environment: { DATABASE_URL: open.url },
  })
  expect(exitCode).toBe(0)
  return lines
}

test('a permanently failed task is listed with its reason, and replayed on request', async () => {
  expect(await tasks('list')).toEqual(['no task has failed permanently'])
  const { postgres } = open
  const kind = defineTask({ name: 'parse-cv', input: z.object({}) })
  let done = 0
  let isFixed = false
  const work = async () => {
    if (!isFixed)
      throw new Fault({ kind: 'invalid', code: 'test.not_a_cv', publicMessage: 'The CV is empty.' })
    done += 1
    return undefined
  }
  const deps = { postgres, logger, clock, metrics: createMetrics('test'), random: Math.random, pollMs: 20 }
  const worker = createTaskWorker({ ...deps, handled: [handleTask(kind, { concurrencyMax: 1, work })] })
  const queue = createTaskQueue({ postgres, logger, ids: createIds(clock), kinds: [kind] })
  const companyId = await addCompany(open.database, 0n)
  const { id } = await postgres.transaction((tx) =>
    queue.enqueue(tx, kind, { input: {}, groupId: companyId }),
  )
  worker.start()
  try {
    const isListed = async () => (await tasks('list')).length === 2
    await waitUntil(isListed, { withinMs: 30_000, what: 'the task is listed' })
    expect(await tasks('list', '--kind', 'parse-cv', '--company', companyId)).toEqual([
      expect.stringMatching(
        new RegExp(`^${id} {2}parse-cv of company ${companyId} {2}failed .* after 1 attempts$`),
      ),
      '    test.not_a_cv: The CV is empty.',
    ])
    expect(await tasks('list', '--kind', 'send-mail')).toEqual(['no task has failed permanently'])
    isFixed = true
    expect(await tasks('replay', '--id', id)).toEqual(['replayed: 1', id])
    const entries = await open.database
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'subject_id', 'company_id'])
      .execute()
    expect(entries).toEqual([
      { action: 'task.replay', actor_id: 'ada', subject_id: id, company_id: companyId },
    ])
    await waitUntil(() => done === 1, { withinMs: 30_000, what: 'the task is done' })
    expect(await tasks('replay', '--all')).toEqual(['there is no such task'])
  } finally {
    await worker.drain({ graceMs: 5_000 })
  }
})

test('replay replays each task of the selection once, although they fail again immediately', async () => {
  const kind = defineTask({ name: 'send-mail', input: z.object({}) })
  const work = () =>
    Promise.reject(new Fault({ kind: 'invalid', code: 'test.not_a_cv', publicMessage: 'Refused.' }))
  const { postgres } = open
  const worker = createTaskWorker({
    postgres,
    logger,
    clock,
    metrics: createMetrics('test'),
    random: Math.random,
    pollMs: 20,
    handled: [handleTask(kind, { concurrencyMax: 4, work })],
  })
  const queue = createTaskQueue({ postgres, logger, ids: createIds(clock), kinds: [kind] })
  const orders = Array.from({ length: 230 }, () => ({ input: {} }))
  await postgres.transaction((tx) => queue.enqueueAll(tx, kind, orders))
  worker.start()
  try {
    const listed = () => tasks('list', '--kind', 'send-mail', '--limit', '999')
    const allFail = async () => (await listed()).length === 2 * orders.length
    const untilAllFail = () => waitUntil(allFail, { withinMs: 60_000, what: 'all tasks have failed' })
    await untilAllFail()
    const [count, ...ids] = await tasks('replay', '--kind', 'send-mail')
    expect([count, new Set(ids).size]).toEqual(['replayed: 230', 230])
    await untilAllFail()
    expect((await tasks('replay', '--kind', 'send-mail', '--limit', '130'))[0]).toBe('replayed: 130')
    await untilAllFail()
    expect((await listed()).filter((line) => line.includes('replayed 2 times'))).toHaveLength(130)
  } finally {
    await worker.drain({ graceMs: 5_000 })
  }
})

test('replay requires a selection', async () => {
  await expect(tasks('replay')).rejects.toThrow('say which tasks: --id, --kind, --company or --all')
  await expect(tasks('replay', '--id', 'x')).rejects.toThrow('--id must be an id')
})
