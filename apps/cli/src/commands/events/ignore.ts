import { parseArgs } from 'node:util'
import { ignoreEvent } from '@gatehouse/billing/manual-event-actions'
import type { EventSubcommand } from './event-subcommand.ts'

const options = { reason: { type: 'string' } } as const

export const ignoreSubcommand: EventSubcommand = {
  usage: 'events ignore ID --reason TEXT',
  read(words) {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true })
    const [id, ...others] = positionals
    const reason = values.reason?.trim()
    if (id === undefined || others.length > 0) throw new Error('name one event')
    if (!reason) throw new Error('say why with --reason: it is kept in the audit log')
    return async ({ events, by, print }) => {
      const isIgnored = await ignoreEvent(events, id, { ...by, reason })
      print(isIgnored ? `${id} is ignored from now on` : `${id} was applied or ignored before`)
      return isIgnored ? 0 : 1
    }
  },
}
