import { parseArgs } from 'node:util'
import { readQuery, queryOptions, queryUsage } from './read-query.ts'
import type { TaskSubcommand } from './task-subcommand.ts'

const options = { ...queryOptions, all: { type: 'boolean' } } as const

export const replaySubcommand: TaskSubcommand = {
  usage: `tasks replay (--all | ${queryUsage})`,
  read(words) {
    const { all, ...values } = parseArgs({ args: [...words], options }).values
    const query = readQuery(values)
    // Without a choice everything would be put back, which is rarely meant.
    if (!all && !query.kind && !query.companyId && !query.ids)
      throw new TypeError('say which: --id, --kind, --company or --all')
    return async (letters) => {
      const ids = await letters.replay(query)
      return ids.length === 0 ? ['there is no such task'] : [`put back: ${ids.length}`, ...ids]
    }
  },
}
