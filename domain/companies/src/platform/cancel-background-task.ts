import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Shards } from '@gatehouse/postgres/shards'
import { Fault } from '@gatehouse/runtime/fault'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { cancelTask, resumeTask } from '@gatehouse/tasks/cancel-task'
import { readTask } from '@gatehouse/tasks/list-tasks'

/**
 * Stores in the object of a task which task was cancelled, or null when it is resumed, so that the object does not look
 * as if work on it were still to come.
 */
export type MarkSubject = (
  tx: Transaction,
  subject: { companyId: string; input: unknown },
  cancelledTaskId: string | null,
) => Promise<void>

export type CancelDeps = {
  databases: Shards<Database>
  ids: Ids
  /** Every kind of task of a company; undefined for those that may not be cancelled. */
  subjects: Readonly<Record<string, MarkSubject | undefined>>
}

export type CompanyTask = { companyId: string; taskId: string }

/**
 * Cancels a task that waits or runs. If a worker finishes it at the same moment, exactly one of the two succeeds: both
 * change the row of the task. The object is changed first, as by the worker: in another order the two would deadlock.
 * Cancelling a cancelled task changes nothing.
 */
export function cancelBackgroundTask(
  { databases, ids, subjects }: CancelDeps,
  { companyId, taskId }: CompanyTask,
  by: AuditActor,
): Promise<void> {
  const kinds = Object.keys(subjects)
  return databases
    .of(companyId)
    .transaction()
    .execute(async (tx) => {
      const task = await readTask(tx, { groupId: companyId, kinds, taskId })
      if (!task) throw unknownTask()
      const mark = subjects[task.kind]
      if (!mark) throw notCancellable()
      await mark(tx, { companyId, input: task.input }, taskId)
      if (await cancelTask(tx, { groupId: companyId, kinds, taskId })) {
        await record({ ids, tx }, { companyId, taskId, action: 'task.cancel', kind: task.kind }, by)
        return
      }
      const present = await readTask(tx, { groupId: companyId, kinds, taskId })
      if (present?.state !== 'CANCELLED') throw alreadyFinished()
    })
}

/** Returns false if the task is not cancelled. */
export function resumeBackgroundTask(
  { databases, ids, subjects }: CancelDeps,
  { companyId, taskId }: CompanyTask,
  by: AuditActor,
): Promise<boolean> {
  const kinds = Object.keys(subjects)
  return databases
    .of(companyId)
    .transaction()
    .execute(async (tx) => {
      const task = await readTask(tx, { groupId: companyId, kinds, taskId })
      if (task?.state !== 'CANCELLED') return false
      await subjects[task.kind]?.(tx, { companyId, input: task.input }, null)
      if (await resumeTask(tx, { groupId: companyId, kinds, taskId }))
        await record({ ids, tx }, { companyId, taskId, action: 'task.resume', kind: task.kind }, by)
      return true
    })
}

function record(
  { ids, tx }: { ids: Ids; tx: Transaction },
  change: CompanyTask & { action: 'task.cancel' | 'task.resume'; kind: string },
  by: AuditActor,
): Promise<void> {
  const { companyId, taskId, action, kind } = change
  const subject = { kind: 'task', id: taskId }
  return recordAuditEntry(ids, tx, { ...by, companyId, action, subject, details: { kind } })
}

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    'companies/tasks': 'companies.task_finished' | 'companies.task_not_cancellable' | 'companies.task_unknown'
  }
}

function unknownTask(): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'companies.task_unknown',
    publicMessage: 'There is no such task.',
  })
}

function notCancellable(): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'companies.task_not_cancellable',
    publicMessage: 'A deletion cannot be cancelled: its text is already deleted. Upload the document again.',
  })
}

function alreadyFinished(): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'companies.task_finished',
    publicMessage: 'The task has already ended. Read it again to see its result.',
  })
}
