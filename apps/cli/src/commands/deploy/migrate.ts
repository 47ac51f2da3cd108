import { migrate } from '@gatehouse/postgres/migrate'
import { migrationsDirectory } from '@gatehouse/schema/migrations-directory'
import type { Command } from '../../command.ts'
import { readDatabaseUrl } from '../../config.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  usage: 'migrate',
  summary: 'migrates the database at DATABASE_URL to this release; safe to repeat and to run concurrently',
  async run(terminal) {
    const { applied, alreadyApplied } = await migrate({
      databaseUrl: readDatabaseUrl(terminal).reveal(),
      directory: migrationsDirectory,
      onApplied: (file, tookMs) => terminal.print(`applied ${file} in ${Math.round(tookMs)} ms`),
      onRetry: (file, attempt) =>
        terminal.print(`${file} waits for a lock held by a long transaction; attempt ${attempt} timed out`),
      onWaiting: () => terminal.print('another migration is running; waiting for it'),
      stopRequested: terminal.stopRequested,
    })
    terminal.print(`${applied.length} applied, ${alreadyApplied} already applied`)
    return 0
  },
}
