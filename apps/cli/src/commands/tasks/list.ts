import { parseArgs } from 'node:util'
import type { DeadLetter } from '@gatehouse/tasks/dead-letters'
import { readQuery, queryOptions, queryUsage } from './read-query.ts'
import type { TaskSubcommand } from './task-subcommand.ts'

export const listSubcommand: TaskSubcommand = {
  usage: `tasks list ${queryUsage}`,
  read(words) {
    const query = readQuery(parseArgs({ args: [...words], options: queryOptions }).values)
    return async ({ letters }) => {
      const found = await letters.list(query)
      if (found.length === 0) return ['no task has failed for good']
      return found.flatMap(describeLetter)
    }
  },
}

function describeLetter({ id, kind, groupId, attempts, failedAt, reason, replays }: DeadLetter): string[] {
  const whose = groupId === null ? '' : ` of company ${groupId}`
  const again = replays === 0 ? '' : `, replayed ${replays} times before`
  return [
    `${id}  ${kind}${whose}  failed ${failedAt.toISOString()} after ${attempts} attempts${again}`,
    `    ${reason?.code ?? 'unknown'}: ${reason?.message ?? 'no reason was recorded'}`,
  ]
}
