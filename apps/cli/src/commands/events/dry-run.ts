import { parseArgs } from 'node:util'
import { dryRunEvent } from '@gatehouse/billing/manual-event-actions'
import { describeOutcome } from './describe-outcome.ts'
import type { EventSubcommand } from './event-subcommand.ts'

export const dryRunSubcommand: EventSubcommand = {
  usage: 'events dry-run ID …',
  read(words) {
    const { positionals: ids } = parseArgs({ args: [...words], allowPositionals: true })
    if (ids.length === 0) throw new Error('name the events')
    return async ({ events, print }) => {
      for (const id of ids) {
        for (const line of describeOutcome(id, await dryRunEvent(events, id))) print(line)
      }
      print('nothing was changed')
      return 0
    }
  },
}
