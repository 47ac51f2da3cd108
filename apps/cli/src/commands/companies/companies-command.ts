import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { announceCompanyChangeBy } from '../../announce-change.ts'
import type { Command } from '../../command.ts'
import { readDatabaseUrl, readRedisUrl } from '../../config.ts'
import { openDatabase } from '../../open-database.ts'
import { readSubcommand } from '../../read-subcommand.ts'
import { resumeSubcommand, suspendSubcommand } from './change-suspension.ts'
import type { CompanySubcommand } from './company-subcommand.ts'
import { listSubcommand } from './list.ts'

const subcommands: ReadonlyMap<string, CompanySubcommand> = new Map([
  ['list', listSubcommand],
  ['suspend', suspendSubcommand],
  ['resume', resumeSubcommand],
])

export const companiesCommand: Command = {
  name: 'companies',
  usage: `companies ${[...subcommands.keys()].join(' | ')}`,
  summary: 'lists the companies at DATABASE_URL, and stops or restarts the billable calls of one',
  async run(terminal, words) {
    const task = readSubcommand(subcommands, words)
    const announceCompanyChange = announceCompanyChangeBy(readRedisUrl(terminal))
    const { database, close } = openDatabase(readDatabaseUrl(terminal))
    const operator = terminal.environment['USER'] ?? 'unknown'
    try {
      const ids = createIds(createSystemClock())
      for (const line of await task({ database, ids, announceCompanyChange, operator })) terminal.print(line)
      return 0
    } finally {
      await close()
    }
  },
}
