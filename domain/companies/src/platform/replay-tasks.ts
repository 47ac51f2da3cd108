import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Shards } from '@gatehouse/postgres/shards'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database } from '@gatehouse/schema/database'
import type { DeadLetterQuery, DeadLetters } from '@gatehouse/tasks/dead-letters'

export type ReplayDeps = { databases: Shards<Database>; ids: Ids; deadLetters: DeadLetters }

/** Puts failed tasks back into their queues, with an audit entry each; returns their ids. */
export async function replayTasks(
  { databases, ...deps }: ReplayDeps,
  query: DeadLetterQuery,
  by: AuditActor,
): Promise<string[]> {
  const shards = query.groupId === undefined ? databases.all() : [databases.of(query.groupId)]
  const replayed: string[] = []
  for (const database of shards) replayed.push(...(await replayInShard(database, query, { ...deps, by })))
  return replayed
}

function replayInShard(
  database: Database,
  query: DeadLetterQuery,
  { ids, deadLetters, by }: Omit<ReplayDeps, 'databases'> & { by: AuditActor },
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
