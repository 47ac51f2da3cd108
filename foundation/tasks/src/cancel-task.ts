// Cancels a task that is not finished, and takes a cancellation back. Both run in the caller's transaction, so that the
// object that the task works on can show it.
import type { TaskTransaction } from './engine/engine-database.ts'
import {
  type NamedTask,
  cancelUnfinished,
  lockCancelled,
  readLines,
  resumeCancelled,
} from './engine/statements.ts'
import { assignTurns } from './fairness/assign-turns.ts'

/**
 * Returns false if the group has no such task that waits or runs. A running attempt is aborted with its next heartbeat,
 * and its effect is refused from now on, because it is committed together with the task's completion. The results of
 * finished steps are kept for a resumption.
 */
export function cancelTask(tx: TaskTransaction, task: NamedTask): Promise<boolean> {
  return cancelUnfinished(tx, task)
}

/** Puts a cancelled task at the end of its group's line. Returns false if the group has no such task. */
export async function resumeTask(tx: TaskTransaction, task: NamedTask): Promise<boolean> {
  const kind = await lockCancelled(tx, task)
  if (kind === undefined) return false
  const line = (await readLines(tx, kind, [task.groupId])).get(task.groupId)
  const [turn = 0] = assignTurns(line ?? { frontTurn: undefined, lastTurn: undefined }, 1)
  await resumeCancelled(tx, { kind, id: task.taskId, turn })
  return true
}
