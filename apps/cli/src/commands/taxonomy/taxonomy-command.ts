import type { Command } from '../../command.ts'
import { readDatabaseUrl } from '../../config.ts'
import { openDatabase } from '../../open-database.ts'
import { readSubcommand } from '../../read-subcommand.ts'
import { importSubcommand } from './import.ts'
import { listSubcommand } from './list.ts'
import type { TaxonomySubcommand } from './taxonomy-subcommand.ts'

const subcommands: ReadonlyMap<string, TaxonomySubcommand> = new Map([
  ['import', importSubcommand],
  ['list', listSubcommand],
])

export const taxonomyCommand: Command = {
  name: 'taxonomy',
  usage: `taxonomy ${[...subcommands.keys()].join(' | ')}`,
  summary: 'puts published vocabularies of skills and occupations into the database at DATABASE_URL',
  async run(terminal, words) {
    const task = readSubcommand(subcommands, words)
    const { postgres, close } = openDatabase(readDatabaseUrl(terminal))
    try {
      await task({ postgres, terminal })
      return 0
    } finally {
      await close()
    }
  },
}
