import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createDeadLetters } from '@gatehouse/tasks/dead-letters'
import type { Command } from '../../command.ts'
import { readDatabaseUrl } from '../../config.ts'
import { openDatabase } from '../../open-database.ts'
import { readSubcommand } from '../../read-subcommand.ts'
import { listSubcommand } from './list.ts'
import { replaySubcommand } from './replay.ts'
import type { TaskSubcommand } from './task-subcommand.ts'

const subcommands: ReadonlyMap<string, TaskSubcommand> = new Map([
  ['list', listSubcommand],
  ['replay', replaySubcommand],
])

export const tasksCommand: Command = {
  name: 'tasks',
  usage: `tasks ${[...subcommands.keys()].join(' | ')}`,
  summary: 'shows the background tasks that failed for good at DATABASE_URL, and puts them back',
  async run(terminal, words) {
    const task = readSubcommand(subcommands, words)
    const { database, postgres, close } = openDatabase(readDatabaseUrl(terminal))
    const logger = createLogger({ service: 'cli', level: 'warn', sinks: [] })
    const deps = {
      letters: createDeadLetters({ postgres, logger }),
      database,
      ids: createIds(createSystemClock()),
      operator: terminal.environment['USER'] ?? 'unknown',
    }
    try {
      for (const line of await task(deps)) terminal.print(line)
      return 0
    } finally {
      await close()
    }
  },
}
