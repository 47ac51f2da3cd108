// Background tasks that failed permanently, written by a worker as in production.
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import { createIds } from '@gatehouse/runtime/ids'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createTaskWorker } from '@gatehouse/tasks/create-task-worker'
import { createDeadLetters } from '@gatehouse/tasks/dead-letters'
import { defineTask } from '@gatehouse/tasks/define-task'
import { handleTask } from '@gatehouse/tasks/handle-task'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { z } from 'zod'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    failedTasks: 'test.cannot_work'
  }
}

const clock = createSystemClock()
const ids = createIds(clock)
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
const kind = defineTask({ name: 'seeded-to-fail', input: z.object({ number: z.number() }) })

/** Returns the ids of the tasks, in the order in which they failed. */
export async function seedFailedTasks(
  postgres: Postgres,
  { companyId, count }: { companyId: string; count: number },
): Promise<string[]> {
  const queue = createTaskQueue({ postgres, logger, ids, kinds: [kind] })
  const work = () =>
    Promise.reject(new Fault({ kind: 'invalid', code: 'test.cannot_work', publicMessage: 'It cannot work.' }))
  const worker = createTaskWorker({
    postgres,
    logger,
    clock,
    metrics: createMetrics('test'),
    random: Math.random,
    pollMs: 20,
    handled: [handleTask(kind, { concurrencyMax: 1, work })],
  })
  const deadLetters = createDeadLetters({ postgres, logger })
  const listFailed = () => deadLetters.list({ kind: kind.name, groupId: companyId })
  const orders = Array.from({ length: count }, (_, number) => ({ input: { number }, groupId: companyId }))
  await postgres.transaction((tx) => queue.enqueueAll(tx, kind, orders))
  worker.start()
  try {
    const hasFailed = async () => (await listFailed()).length === count
    await waitUntil(hasFailed, { withinMs: 30_000, what: 'the tasks have failed' })
  } finally {
    await worker.drain({ graceMs: 5_000 })
  }
  return (await listFailed()).map(({ id }) => id)
}
