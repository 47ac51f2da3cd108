import { parseArgs } from 'node:util'
import { listEvents } from '@gatehouse/billing/list-events'
import type { EventSubcommand } from './event-subcommand.ts'

const options = { status: { type: 'string' }, limit: { type: 'string' } } as const
const statuses = ['RECEIVED', 'PROCESSED', 'PARKED', 'QUARANTINED', 'IGNORED'] as const

export const listSubcommand: EventSubcommand = {
  usage: `events list [--status ${statuses.join('|')}] [--limit N]`,
  read(words) {
    const { status, limit = '20' } = parseArgs({ args: [...words], options }).values
    const known = statuses.find((one) => one === status?.toUpperCase())
    if (status !== undefined && !known) throw new Error(`${status} is none of ${statuses.join(', ')}`)
    if (!/^[1-9]\d{0,3}$/.test(limit)) throw new Error('--limit is a number from 1 to 9999')
    return async ({ events, print }) => {
      const found = await listEvents(events.database, { status: known, limit: Number(limit) })
      for (const event of found) {
        const why = event.last_error === null ? '' : `  ${event.last_error}`
        print(`${event.event_created_at.toISOString()}  ${event.id}  ${event.type}  ${event.status}${why}`)
      }
      return 0
    }
  },
}
