import { seedDemoCompany } from '@gatehouse/companies/seed-demo-company'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import type { Command } from '../command.ts'
import { readDatabaseUrl } from '../config.ts'
import { openDatabase } from '../open-database.ts'

export const seedCommand: Command = {
  name: 'seed',
  usage: 'seed',
  summary: 'adds the demo company to the database at DATABASE_URL, unless it is there',
  async run(terminal) {
    const { database, close } = openDatabase(readDatabaseUrl(terminal))
    try {
      const { kind, demo } = await seedDemoCompany(database, createIds(createSystemClock()))
      terminal.print(
        `${demo.companyName} (${demo.companyId}) ${kind === 'created' ? 'was added' : 'is there already'}`,
      )
      return 0
    } finally {
      await close()
    }
  },
}
