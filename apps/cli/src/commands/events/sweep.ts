import { parseArgs } from 'node:util'
import type { EventSubcommand } from './event-subcommand.ts'

const options = { days: { type: 'string' } } as const
const dayMs = 86_400_000
const dueAtOnce = 100

export const sweepSubcommand: EventSubcommand = {
  usage: 'events sweep [--days 1–30]',
  read(words) {
    const { days = '30' } = parseArgs({ args: [...words], options }).values
    if (!/^(?:[1-9]|[12]\d|30)$/.test(days)) throw new Error('--days is a number from 1 to 30')
    return async ({ events, inbox, sweep, print }) => {
      const since = new Date(events.clock.wallMs() - Number(days) * dayMs)
      const { seen, added } = await sweep({ since })
      while ((await inbox.retryDue(dueAtOnce)) === dueAtOnce);
      print(`the provider lists ${seen} events; ${added} of them were missing and are in the inbox now`)
      return 0
    }
  },
}
