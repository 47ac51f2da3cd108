import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { announceKeyEndBy } from '../../announce-change.ts'
import type { Command } from '../../command.ts'
import { readDatabaseUrl, readPeppers, readRedisUrl } from '../../config.ts'
import { openDatabase } from '../../open-database.ts'
import { readSubcommand } from '../../read-subcommand.ts'
import { createSubcommand } from './create.ts'
import type { KeySubcommand } from './key-subcommand.ts'
import { listSubcommand } from './list.ts'
import { revokeSubcommand } from './revoke.ts'
import { rotateSubcommand } from './rotate.ts'

const subcommands: ReadonlyMap<string, KeySubcommand> = new Map([
  ['create', createSubcommand],
  ['list', listSubcommand],
  ['revoke', revokeSubcommand],
  ['rotate', rotateSubcommand],
])

export const keysCommand: Command = {
  name: 'keys',
  usage: `keys ${[...subcommands.keys()].join(' | ')}`,
  summary: 'makes, shows and ends the keys of a company at DATABASE_URL',
  async run(terminal, words) {
    const task = readSubcommand(subcommands, words)
    const announceKeyEnd = announceKeyEndBy(readRedisUrl(terminal))
    const { database, close } = openDatabase(readDatabaseUrl(terminal))
    const clock = createSystemClock()
    try {
      const lines = await task({
        database,
        ids: createIds(clock),
        clock,
        by: { actor: { kind: 'operator', id: terminal.environment['USER'] ?? 'unknown' } },
        readPeppers: () => readPeppers(terminal),
        announceKeyEnd,
      })
      for (const line of lines) terminal.print(line)
      return 0
    } finally {
      await close()
    }
  },
}
