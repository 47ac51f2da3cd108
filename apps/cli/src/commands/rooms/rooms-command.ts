import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import type { Command } from '../../command.ts'
import { readDatabaseUrl } from '../../config.ts'
import { openDatabase } from '../../open-database.ts'
import { readSubcommand } from '../../read-subcommand.ts'
import { registerSubcommand } from './register.ts'
import type { RoomSubcommand } from './room-subcommand.ts'

const subcommands: ReadonlyMap<string, RoomSubcommand> = new Map([['register', registerSubcommand]])

export const roomsCommand: Command = {
  name: 'rooms',
  usage: `rooms ${[...subcommands.keys()].join(' | ')}`,
  summary: 'says whose a meeting room is: its company is worked for, and its owner gets the insights',
  async run(terminal, words) {
    const task = readSubcommand(subcommands, words)
    const { database, close } = openDatabase(readDatabaseUrl(terminal))
    const operator = terminal.environment['USER'] ?? 'unknown'
    try {
      terminal.print(await task({ database, ids: createIds(createSystemClock()), operator }))
      return 0
    } finally {
      await close()
    }
  },
}
