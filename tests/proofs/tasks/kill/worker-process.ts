// A worker that handles tasks of all kinds, from the start command until it is killed.
import { setTimeout as pause } from 'node:timers/promises'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { type RunningTask, type TaskEffect, TaskPostponed, handleTask } from '@gatehouse/tasks/handle-task'
import { z } from 'zod'
import { connectTasks, ids, logger, openWorker } from '../task-setup.ts'
import { chainKind, flakyKind, judgeKind, kinds, slowKind, storeKind } from './kinds.ts'
import type { WorkerTask } from './worker-child.ts'

const { databaseUrl, outsideUrl, renewMs, silentMs } = JSON.parse(process.argv[2] ?? '{}') as WorkerTask
const postgres = connectTasks(databaseUrl, 24)
const queue = createTaskQueue({ postgres, logger, ids, kinds })
const concurrencyMax = 8

const note =
  (kind: string, { id }: RunningTask, text: string): TaskEffect =>
  async (tx) => {
    await tx.query('insert into effects (task_id, kind, note) values ($1, $2, $3)', [id, kind, text])
  }

async function judge(key: string, signal: AbortSignal): Promise<{ verdict: string }> {
  const headers = { 'idempotency-key': key, 'x-worker': String(process.pid) }
  const response = await fetch(outsideUrl, { method: 'POST', headers, signal })
  if (response.status === 409) throw new TaskPostponed('the call of the killed worker still runs', 100)
  return (await response.json()) as { verdict: string }
}

function failByChance(): void {
  if (Math.random() < 0.2) throw new Error('by chance')
}

const handled = [
  handleTask(storeKind, { concurrencyMax, work: async (task) => note('store', task, 'done') }),
  handleTask(judgeKind, {
    concurrencyMax,
    async work(task) {
      const schema = z.object({ verdict: z.string() })
      const { verdict } = await task.step('judge', schema, (key) => judge(key, task.signal))
      await pause(5)
      // The next attempt must use the stored verdict.
      failByChance()
      return note('judge', task, verdict)
    },
  }),
  handleTask(flakyKind, {
    concurrencyMax,
    async work(task) {
      failByChance()
      return note('flaky', task, 'done')
    },
  }),
  handleTask(chainKind, {
    concurrencyMax,
    work: async (task) => async (tx) => {
      await note('chain', task, 'done')(tx)
      await queue.enqueue(tx, storeKind, { input: { number: task.input.number }, key: `after ${task.id}` })
    },
  }),
  handleTask(slowKind, {
    concurrencyMax: 16,
    async work(task) {
      await pause(150 + Math.random() * 250, undefined, { signal: task.signal })
      return note('slow', task, 'done')
    },
  }),
]

process.on('disconnect', () => process.exit())
const worker = openWorker(postgres, handled, { renewMs, silentMs, pollMs: 100 })
// Loading takes longer than the work, so the worker begins when the one it replaces is killed.
process.once('message', () => worker.start())
process.send?.('loaded')
