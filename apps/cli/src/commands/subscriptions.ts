import { parseArgs } from 'node:util'
import {
  type StaleSelection,
  type StaleSubscription,
  deactivateStaleSubscriptions,
} from '@gatehouse/billing/deactivate-stale'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds, isUuid } from '@gatehouse/runtime/ids'
import type { Command } from '../command.ts'
import { readDatabaseUrl } from '../config.ts'
import { openDatabase } from '../open-database.ts'
import { type Subcommand, readSubcommand } from '../read-subcommand.ts'

type Task = { selection: StaleSelection; isDryRun: boolean }

const options = {
  id: { type: 'string', multiple: true },
  'not-seen-since': { type: 'string' },
  apply: { type: 'boolean' },
} as const

const subcommands: ReadonlyMap<string, Subcommand<Task>> = new Map([
  [
    'deactivate-stale',
    {
      usage: 'subscriptions deactivate-stale (--id ID … | --not-seen-since DATE) [--apply]',
      read(words) {
        const values = parseArgs({ args: [...words], options }).values
        return {
          selection: readSelection(values.id, values['not-seen-since']),
          isDryRun: !(values.apply ?? false),
        }
      },
    },
  ],
])

export const subscriptionsCommand: Command = {
  name: 'subscriptions',
  usage: 'subscriptions deactivate-stale (--id ID … | --not-seen-since DATE) [--apply]',
  summary: 'ends subscriptions of which the payment provider tells no more; only shows them without --apply',
  async run(terminal, words) {
    const { selection, isDryRun } = readSubcommand(subcommands, words)
    const { database, close } = openDatabase(readDatabaseUrl(terminal))
    const by = { actor: { kind: 'operator', id: terminal.environment['USER'] ?? 'unknown' } } as const
    try {
      const ids = createIds(createSystemClock())
      const stale = await deactivateStaleSubscriptions({ database, ids }, selection, { isDryRun, by })
      for (const one of stale) terminal.print(describe(one))
      terminal.print(
        isDryRun
          ? `${stale.length} subscriptions would be ended; repeat with --apply to do so`
          : `${stale.length} subscriptions were ended`,
      )
      return 0
    } finally {
      await close()
    }
  },
}

function readSelection(ids: readonly string[] | undefined, since: string | undefined): StaleSelection {
  if ((ids === undefined) === (since === undefined)) throw new Error('give --id or --not-seen-since')
  if (ids !== undefined) {
    const wrong = ids.find((id) => !isUuid(id))
    if (wrong !== undefined) throw new Error(`${wrong} is no id of a subscription`)
    return { ids }
  }
  const notSeenSince = new Date(since ?? '')
  if (Number.isNaN(notSeenSince.getTime())) throw new Error('write the date as 2026-01-31')
  return { notSeenSince }
}

function describe({ id, companyId, providerSubscriptionId, lastSeenAt }: StaleSubscription): string {
  return `${id} of company ${companyId} (${providerSubscriptionId}), last heard of ${lastSeenAt.toISOString()}`
}
