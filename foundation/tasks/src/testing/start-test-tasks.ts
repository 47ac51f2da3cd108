import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { createTaskQueue } from '../create-task-queue.ts'
import { type TaskWorkerOptions, createTaskWorker } from '../create-task-worker.ts'
import type { HandledKind } from '../handle-task.ts'

const clock = createSystemClock()
export const testIds = createIds(clock)
export const testLogger = createLogger({ service: 'test', level: 'fatal', sinks: [] })

export function openTestQueue(postgres: Postgres, handled: readonly HandledKind[]) {
  const kinds = handled.map(({ kind }) => kind)
  return createTaskQueue({ postgres, logger: testLogger, ids: testIds, kinds })
}

/** Starts a worker with short intervals. Disposing of it drains it. */
export function startTestWorker(
  postgres: Postgres,
  handled: readonly HandledKind[],
  options: Partial<TaskWorkerOptions> = {},
) {
  const worker = createTaskWorker({
    postgres,
    handled,
    clock,
    logger: testLogger,
    metrics: createMetrics('test'),
    random: Math.random,
    pollMs: 20,
    renewMs: 100,
    silentMs: 1_000,
    ...options,
  })
  worker.start()
  return Object.assign(worker, {
    [Symbol.asyncDispose]: async () => void (await worker.drain({ graceMs: 5_000 })),
  })
}
