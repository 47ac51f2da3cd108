import { parseArgs } from 'node:util'
import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { readQuery, queryOptions, queryUsage } from './read-query.ts'
import type { TaskSubcommand } from './task-subcommand.ts'

const options = { ...queryOptions, all: { type: 'boolean' } } as const

export const replaySubcommand: TaskSubcommand = {
  usage: `tasks replay (--all | ${queryUsage})`,
  read(words) {
    const { all, ...values } = parseArgs({ args: [...words], options }).values
    const query = readQuery(values)
    // Without a choice everything would be put back, which is rarely meant.
    if (!all && !query.kind && !query.groupId && !query.ids)
      throw new TypeError('say which: --id, --kind, --company or --all')
    return async ({ letters, database, ids, operator }) => {
      const replayed = await database.transaction().execute(async (tx) => {
        const tasks = await letters.replay(tx, query)
        for (const { id, kind, groupId } of tasks) {
          await recordAuditEntry(ids, tx, {
            companyId: groupId,
            actor: { kind: 'operator', id: operator },
            action: 'task.replay',
            subject: { kind: 'task', id },
            details: { kind },
          })
        }
        return tasks.map(({ id }) => id)
      })
      return replayed.length === 0 ? ['there is no such task'] : [`put back: ${replayed.length}`, ...replayed]
    }
  },
}
