import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { announceCompanyChangeBy } from '../../announce-change.ts'
import type { Command } from '../../command.ts'
import { readDatabaseUrl, readDefaultAllowance, readRedisUrl } from '../../config.ts'
import { openDatabase } from '../../open-database.ts'
import { readSubcommand } from '../../read-subcommand.ts'
import { allowanceSubcommand } from './allowance.ts'
import { resumeSubcommand, suspendSubcommand } from './change-suspension.ts'
import type { CompanySubcommand } from './company-subcommand.ts'
import { listSubcommand } from './list.ts'

const subcommands: ReadonlyMap<string, CompanySubcommand> = new Map([
  ['list', listSubcommand],
  ['allowance', allowanceSubcommand],
  ['suspend', suspendSubcommand],
  ['resume', resumeSubcommand],
])

export const companiesCommand: Command = {
  name: 'companies',
  usage: `companies ${[...subcommands.keys()].join(' | ')}`,
  summary:
    'lists the companies at DATABASE_URL, stops or restarts the billable calls of one, and grants it model work and uploads',
  async run(terminal, words) {
    const task = readSubcommand(subcommands, words)
    const announceCompanyChange = announceCompanyChangeBy(readRedisUrl(terminal))
    const defaultAllowance = readDefaultAllowance(terminal)
    const { database, postgres, close } = openDatabase(readDatabaseUrl(terminal))
    const operator = terminal.environment['USER'] ?? 'unknown'
    try {
      const clock = createSystemClock()
      const opened = { database, postgres, clock, ids: createIds(clock) }
      const lines = await task({ ...opened, announceCompanyChange, operator, defaultAllowance })
      for (const line of lines) terminal.print(line)
      return 0
    } finally {
      await close()
    }
  },
}
