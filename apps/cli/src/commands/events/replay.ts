import { parseArgs } from 'node:util'
import { replayEvent } from '@gatehouse/billing/manual-event-actions'
import { listEvents } from '@gatehouse/billing/list-events'
import { describeOutcome } from './describe-outcome.ts'
import type { EventSubcommand, EventTaskDeps } from './event-subcommand.ts'

const options = { status: { type: 'string' } } as const
const replayable = ['RECEIVED', 'PARKED', 'QUARANTINED'] as const
const atOnceMax = 1_000

export const replaySubcommand: EventSubcommand = {
  usage: 'events replay ID … | events replay --status RECEIVED|PARKED|QUARANTINED',
  read(words) {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true })
    const status = values.status === undefined ? undefined : readStatus(values.status)
    if ((status === undefined) === (positionals.length === 0)) throw new Error('name events or a status')
    return async (deps) => {
      const ids = status === undefined ? positionals : await idsOf(deps, status)
      let undone = 0
      for (const id of ids) {
        const outcome = await replayEvent(deps.events, id, deps.by)
        if (outcome.kind !== 'processed') undone += 1
        for (const line of describeOutcome(id, outcome)) deps.print(line)
      }
      deps.print(`${ids.length - undone} of ${ids.length} events are applied`)
      return undone === 0 ? 0 : 1
    }
  },
}

type Replayable = (typeof replayable)[number]

function readStatus(text: string): Replayable {
  const status = replayable.find((known) => known === text.toUpperCase())
  if (!status) throw new Error(`${text} is none of ${replayable.join(', ')}`)
  return status
}

/** Oldest first, as they were stated. */
async function idsOf({ events }: EventTaskDeps, status: Replayable): Promise<string[]> {
  const found = await listEvents(events.database, { status, limit: atOnceMax })
  return found.map(({ id }) => id).toReversed()
}
