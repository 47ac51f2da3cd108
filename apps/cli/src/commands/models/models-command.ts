import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import type { Command } from '../../command.ts'
import { readDatabaseUrl } from '../../config.ts'
import { openDatabase } from '../../open-database.ts'
import { readSubcommand } from '../../read-subcommand.ts'
import { costSubcommand } from './cost.ts'
import { listSubcommand } from './list.ts'
import { setAliasSubcommand } from './set-alias.ts'
import { setPriceSubcommand } from './set-price.ts'
import { setRouteSubcommand } from './set-route.ts'
import type { Subcommand } from './subcommand.ts'

const subcommands: ReadonlyMap<string, Subcommand> = new Map([
  ['list', listSubcommand],
  ['set-alias', setAliasSubcommand],
  ['set-route', setRouteSubcommand],
  ['set-price', setPriceSubcommand],
  ['cost', costSubcommand],
])

export const modelsCommand: Command = {
  name: 'models',
  usage: `models ${[...subcommands.keys()].join(' | ')}`,
  summary:
    'shows and changes aliases, routes and prices at DATABASE_URL; gateways that run have them within 2 s',
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
