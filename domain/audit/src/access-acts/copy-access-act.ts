// Copies an act to the object store by a task that its transaction enqueues, so every act that was committed is copied,
// also if the store is unavailable for a while.
import type { ObjectStore } from '@gatehouse/objects/object-store'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Transaction } from '@gatehouse/schema/database'
import type { TaskQueue } from '@gatehouse/tasks/create-task-queue'
import { defineTask } from '@gatehouse/tasks/define-task'
import { type AccessAct, accessActSchema, actObjectKey } from './access-act.ts'

export const copyAccessActTask = defineTask({
  name: 'copy-access-act',
  input: accessActSchema,
  // A store that is away is asked for about five days.
  attemptsMax: 130,
  firstRetrySeconds: 1,
  retrySecondsMax: 3_600,
  timeLimitMs: 30_000,
})

/**
 * Must list `copyAccessActTask` among its kinds, and must be prepared before the transaction begins: many concurrent
 * transactions would otherwise leave no connection for the preparation.
 */
export type AccessActQueue = Pick<TaskQueue, 'enqueue' | 'prepare'>

export type NewAccessAct = WithoutIdentity<AccessAct>
type WithoutIdentity<Act> = Act extends AccessAct ? Omit<Act, 'id' | 'at'> : never

/** Call it after the statement that changes the row: the time of the act is read while the row is locked. */
export async function enqueueAccessAct(
  { ids, accessActs }: { ids: Ids; accessActs: AccessActQueue },
  tx: Transaction,
  act: NewAccessAct,
): Promise<void> {
  const { rows } = await tx.query<{ at: Date }>('select clock_timestamp() as at')
  const [{ at }] = rows as [{ at: Date }]
  const input = { ...act, id: ids.uuid(), at: at.toISOString() }
  await accessActs.enqueue(tx, copyAccessActTask, { input, groupId: act.companyId })
}

export async function writeAccessAct(objects: Pick<ObjectStore, 'put'>, act: AccessAct): Promise<void> {
  await objects.put(actObjectKey(act), Buffer.from(JSON.stringify(act)))
}
