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
import { tasksCommand } from './tasks-command.ts'

let open: OpenTestDatabase
beforeAll(async () => {
  open = await openTestDatabase()
})
afterAll(() => open[Symbol.asyncDispose]())

async function tasks(...words: string[]): Promise<string[]> {
  const lines: string[] = []
  const exitCode = await tasksCommand.run(
    {
      environment: { DATABASE_URL: open.url, USER: 'ada' },
      isInteractive: true,
      print: (line) => void lines.push(...line.split('\n')),
      printError: (line) => void lines.push(line),
      readSecret: () => Promise.reject(new Error('nothing secret is asked for')),
      stopRequested: new AbortController().signal,
    },
    words,
  )
  expect(exitCode).toBe(0)
  return lines
}

test('what failed for good is listed with its reason, and put back when asked for', async () => {
  expect(await tasks('list')).toEqual(['no task has failed for good'])
  const clock = createSystemClock()
  const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
  const { postgres } = open
  const kind = defineTask({ name: 'parse-cv', input: z.object({}) })
  let done = 0
  let isMended = false
  const work = async () => {
    if (!isMended)
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
    expect(await tasks('list', '--kind', 'send-mail')).toEqual(['no task has failed for good'])
    isMended = true
    expect(await tasks('replay', '--id', id)).toEqual(['put back: 1', id])
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

test('replay asks which', async () => {
  await expect(tasks('replay')).rejects.toThrow('say which: --id, --kind, --company or --all')
  await expect(tasks('replay', '--id', 'x')).rejects.toThrow('x is not an id')
})
