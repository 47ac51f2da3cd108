import { openInbox } from '@gatehouse/billing/open-billing'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import { createIds } from '@gatehouse/runtime/ids'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import type { Command } from '../../command.ts'
import { readDatabaseUrl, readPaymentConfig } from '../../config.ts'
import { openDatabase } from '../../open-database.ts'
import { readSubcommand } from '../../read-subcommand.ts'
import { dryRunSubcommand } from './dry-run.ts'
import type { EventSubcommand } from './event-subcommand.ts'
import { ignoreSubcommand } from './ignore.ts'
import { listSubcommand } from './list.ts'
import { replaySubcommand } from './replay.ts'
import { sweepSubcommand } from './sweep.ts'

const subcommands: ReadonlyMap<string, EventSubcommand> = new Map([
  ['dry-run', dryRunSubcommand],
  ['ignore', ignoreSubcommand],
  ['list', listSubcommand],
  ['replay', replaySubcommand],
  ['sweep', sweepSubcommand],
])

export const eventsCommand: Command = {
  name: 'events',
  usage: `events ${[...subcommands.keys()].join(' | ')}`,
  summary: 'shows, rehearses and repeats events of the payment provider in the inbox at DATABASE_URL',
  async run(terminal, words) {
    const task = readSubcommand(subcommands, words)
    const settings = readPaymentConfig(terminal)
    if (!settings) {
      const publicMessage =
        'PAYMENT_API_KEY is missing: some events can only be applied by asking the provider'
      throw new Fault({ kind: 'invalid', code: 'cli.config', publicMessage })
    }
    const { database, close } = openDatabase(readDatabaseUrl(terminal))
    const clock = createSystemClock()
    const logger = createLogger({ service: 'cli', level: 'fatal', sinks: [] })
    try {
      return await task({
        ...openInbox({ database, clock, ids: createIds(clock), logger, settings }),
        by: { actor: { kind: 'operator', id: terminal.environment['USER'] ?? 'unknown' } },
        print: terminal.print,
      })
    } finally {
      await close()
    }
  },
}
