import type { TaskKind } from './define-task.ts'
import { wakePostponed } from './engine/statements.ts'
import type { TaskTransaction } from './engine/engine-database.ts'

/**
 * Makes the group's tasks of these kinds that were postponed, or are waiting for a retry, run immediately, because
 * what they waited for has happened. Returns the number of tasks.
 */
export function wakeTasks(tx: TaskTransaction, kinds: readonly TaskKind[], groupId: string): Promise<number> {
  return wakePostponed(
    tx,
    kinds.map(({ name }) => name),
    groupId,
  )
}
