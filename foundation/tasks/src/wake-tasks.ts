import type { TaskKind } from './define-task.ts'
import { wakePostponed } from './engine/statements.ts'
import type { TaskTransaction } from './engine/engine-database.ts'

/**
 * Lets the company's tasks of these kinds that were postponed, or wait for another attempt, be tried at once: what they waited
 * for has come. Returns how many.
 */
export function wakeTasks(
  tx: TaskTransaction,
  kinds: readonly TaskKind[],
  companyId: string,
): Promise<number> {
  return wakePostponed(
    tx,
    kinds.map(({ name }) => name),
    companyId,
  )
}
