import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database } from '@gatehouse/schema/database'
import type { DeadLetterQuery, DeadLetters } from '@gatehouse/tasks/dead-letters'

export type ReplayDeps = { database: Database; ids: Ids; deadLetters: DeadLetters }

/** Puts failed tasks back into their queues, with an audit entry each; returns their ids. */
export function replayTasks(
  { database, ids, deadLetters }: ReplayDeps,
  query: DeadLetterQuery,
  by: AuditActor,
): Promise<string[]> {
  return database.transaction().execute(async (tx) => {
    const tasks = await deadLetters.replay(tx, query)
    for (const { id, kind, groupId: companyId } of tasks) {
      await recordAuditEntry(ids, tx, {
        ...by,
        companyId,
        action: 'task.replay',
        subject: { kind: 'task', id },
        details: { kind },
      })
    }
    return tasks.map(({ id }) => id)
  })
}
