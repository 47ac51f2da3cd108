import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Shards } from '@gatehouse/postgres/shards'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database } from '@gatehouse/schema/database'
import type { DeadLetterQuery, DeadLetters } from '@gatehouse/tasks/dead-letters'
import { sql } from 'kysely'

export type ReplayDeps = { databases: Shards<Database>; ids: Ids; deadLetters: DeadLetters }

/**
 * Puts failed tasks back into their queues in one transaction, with an audit entry each, and returns their ids: the
 * oldest 100 unless the query has another limit.
 */
export async function replayTasks(
  { databases, ...deps }: ReplayDeps,
  query: DeadLetterQuery,
  by: AuditActor,
): Promise<string[]> {
  const replayed: string[] = []
  for (const database of shardsOf(databases, query))
    replayed.push(...(await replayInShard(database, query, { ...deps, by })))
  return replayed
}

// Each replayed task takes several statements, and a transaction has a time limit.
const batchMax = 100

/**
 * Replays every task of the selection, or the oldest `limit`, in transactions of 100. Tasks that fail again meanwhile
 * are left alone.
 */
export async function replayAllTasks(
  { databases, ...deps }: ReplayDeps,
  { limit = Number.POSITIVE_INFINITY, ...selection }: DeadLetterQuery,
  by: AuditActor,
): Promise<string[]> {
  const replayed: string[] = []
  for (const database of shardsOf(databases, selection)) {
    const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(database)
    let batch: string[]
    let batchSize: number
    do {
      batchSize = Math.min(batchMax, limit - replayed.length)
      const query = { ...selection, failedBefore: rows[0]?.now, limit: batchSize }
      batch = await replayInShard(database, query, { ...deps, by })
      replayed.push(...batch)
    } while (batch.length === batchSize && batchSize > 0)
  }
  return replayed
}

function shardsOf(databases: Shards<Database>, { groupId }: DeadLetterQuery): readonly Database[] {
  return groupId === undefined ? databases.all() : [databases.of(groupId)]
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
