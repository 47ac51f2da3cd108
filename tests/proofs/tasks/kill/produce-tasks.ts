// Enqueues tasks of all kinds in transactions with a cause, while the database is killed, and keeps a journal of the
// outcomes: this process itself is not killed.
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { setTimeout as pause } from 'node:timers/promises'
import { Fault } from '@gatehouse/runtime/fault'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { ids, logger } from '../task-setup.ts'
import { kinds } from './kinds.ts'

/** A transaction that enqueued tasks; `isCertain` if its commit was acknowledged. */
export type JournaledCause = { id: string; taskIds: string[]; chainIds: string[]; isCertain: boolean }

const tasksPerCause = 25
const companies = Array.from({ length: 20 }, () => ids.uuid())

export async function produceTasks(postgres: Postgres, count: number): Promise<JournaledCause[]> {
  const queue = createTaskQueue({ postgres, logger, ids, kinds })
  const journal: JournaledCause[] = []
  let number = 0

  async function produce(): Promise<void> {
    const cause: JournaledCause = { id: ids.uuid(), taskIds: [], chainIds: [], isCertain: true }
    await postgres
      .transaction(async (tx) => {
        await tx.query('insert into causes (id) values ($1)', [cause.id])
        for (const kind of kinds) {
          const orders = Array.from({ length: tasksPerCause / kinds.length }, () => ({
            input: { number: (number += 1) },
            groupId: companies[number % companies.length] ?? '',
          }))
          const enqueued = await queue.enqueueAll(tx, kind, orders)
          const taskIds = enqueued.map(({ id }) => id)
          cause.taskIds.push(...taskIds)
          if (kind.name === 'chain') cause.chainIds.push(...taskIds)
        }
        journal.push(cause)
      })
      .catch((thrown: unknown) => {
        cause.isCertain = false
        if (!(thrown instanceof Fault)) throw thrown
      })
    if (!cause.isCertain) await pause(200)
  }

  const certain = () => journal.filter(({ isCertain }) => isCertain).length
  while (certain() * tasksPerCause < count) await produce()
  return journal
}
