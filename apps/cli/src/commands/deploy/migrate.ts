import { migrate } from '@gatehouse/postgres/migrate'
import { migrationsDirectory } from '@gatehouse/schema/migrations-directory'
import type { Command } from '../../command.ts'
import { readDatabaseUrl } from '../../config.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  usage: 'migrate',
  summary: 'brings the database at DATABASE_URL to this release; safe to run twice, or twice at once',
  async run(terminal) {
    const { applied, alreadyApplied } = await migrate({
      databaseUrl: readDatabaseUrl(terminal).reveal(),
      directory: migrationsDirectory,
      onApplied: (file, tookMs) => terminal.print(`applied ${file} in ${Math.round(tookMs)} ms`),
      onRetry: (file, attempt) =>
        terminal.print(`${file} waits for a lock that a long transaction holds; attempt ${attempt} gave up`),
      onWaiting: () => terminal.print('another migration is running; waiting for it'),
      stopRequested: terminal.stopRequested,
    })
    terminal.print(`${applied.length} applied, ${alreadyApplied} were there already`)
    return 0
  },
}
