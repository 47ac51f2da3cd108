// Tasks that are enqueued at a steady rate in transactions with their cause, and a worker that leaves a row for each.
import { setTimeout as pause } from 'node:timers/promises'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { defineTask } from '@gatehouse/tasks/define-task'
import { handleTask } from '@gatehouse/tasks/handle-task'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { z } from 'zod'
import { connectTasks, ids, logger, openWorker } from '../../tasks/task-setup.ts'

export type TasksFound = { enqueued: number; lost: number; doubled: number }

export type SteadyTasks = {
  stop(): Promise<void>
  /** Waits until no task is left, and compares the enqueued tasks with their effects. */
  compare(): Promise<TasksFound>
}

const kind = defineTask({
  name: 'failover',
  input: z.object({}),
  firstRetrySeconds: 1,
  retrySecondsMax: 4,
  timeLimitMs: 20_000,
})
const everyMs = 250
const tasksPerCause = 5
const doneWithinMs = 120_000

export async function startSteadyTasks(url: string, scope: AsyncDisposableStack): Promise<SteadyTasks> {
  const postgres = connectTasks(url, 12)
  scope.defer(() => postgres.close())
  // The table has no key, so that duplicates show.
  await postgres.query('create table effects (task_id uuid not null)')
  const queue = createTaskQueue({ postgres, logger, ids, kinds: [kind] })
  const handled = handleTask(kind, {
    concurrencyMax: 8,
    work:
      async ({ id }) =>
      async (tx) =>
        void (await tx.query('insert into effects (task_id) values ($1)', [id])),
  })
  const worker = openWorker(postgres, [handled], { pollMs: 200, renewMs: 1_000, silentMs: 5_000 })
  let isOver = false
  worker.start()
  scope.defer(async () => {
    isOver = true
    await worker.drain({ graceMs: 5_000 })
  })
  const certain = new Set<string>()

  async function enqueue(): Promise<void> {
    const orders = Array.from({ length: tasksPerCause }, () => ({ input: {}, groupId: ids.uuid() }))
    const enqueued = await postgres.transaction((tx) => queue.enqueueAll(tx, kind, orders))
    for (const { id } of enqueued) certain.add(id)
  }

  async function enqueueOn(): Promise<void> {
    for (;;) {
      if (isOver) return
      // Tasks of a transaction that was not acknowledged may be there or not.
      await enqueue().catch(() => undefined)
      await pause(everyMs)
    }
  }

  const enqueuing = enqueueOn()
  return {
    async stop() {
      isOver = true
      await enqueuing
    },
    async compare() {
      const isDone = async () => {
        const { rows } = await postgres.query<{ left: bigint }>(
          `select count(*) as left from tasks.job_common
            where name = $1 and state in ('created', 'retry', 'active')`,
          [kind.name],
        )
        return rows[0]?.left === 0n
      }
      await waitUntil(isDone, { withinMs: doneWithinMs, what: 'no task is left', pauseMs: 200 })
      const { rows } = await postgres.query<{ id: string; count: bigint }>(
        'select task_id as id, count(*) from effects group by task_id',
      )
      const effects = new Map(rows.map(({ id, count }) => [id, Number(count)]))
      return {
        enqueued: certain.size,
        lost: [...certain].filter((id) => !effects.has(id)).length,
        doubled: [...effects.values()].filter((count) => count > 1).length,
      }
    },
  }
}
