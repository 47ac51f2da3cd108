import type { ApplyOutcome } from '@gatehouse/billing/apply-event'
import { dryRunEvent, ignoreEvent, replayEvent, sweepDays } from '@gatehouse/billing/manual-event-actions'
import { listEvents, listOldestIds } from '@gatehouse/billing/list-events'
import { type OpenInbox, openInbox } from '@gatehouse/billing/open-billing'
import { Fault } from '@gatehouse/runtime/fault'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { UsageError, parseOptions } from '../command.ts'
import { type GroupContext, type Subcommand, defineGroup } from '../command-group.ts'
import { readPaymentConfig } from '../config.ts'

type EventDeps = OpenInbox & Pick<GroupContext, 'by'> & { print(line: string): void }
type EventSubcommand = Subcommand<EventDeps>

const dryRun: EventSubcommand = {
  usage: 'events dry-run ID …',
  parse(args) {
    const { positionals: ids } = parseOptions(args, { allowPositionals: true })
    if (ids.length === 0) throw new UsageError('name the events')
    return async ({ events, print }) => {
      for (const id of ids) {
        for (const line of describeOutcome(id, await dryRunEvent(events, id))) print(line)
      }
      print('nothing was changed')
      return 0
    }
  },
}

const ignore: EventSubcommand = {
  usage: 'events ignore ID --reason TEXT',
  parse(args) {
    const { values, positionals } = parseOptions(args, {
      options: { reason: { type: 'string' } },
      allowPositionals: true,
    })
    const [id, ...others] = positionals
    const reason = values.reason?.trim()
    if (id === undefined || others.length > 0) throw new UsageError('name one event')
    if (!reason) throw new UsageError('say why with --reason: it is kept in the audit log')
    return async ({ events, by, print }) => {
      const isIgnored = await ignoreEvent(events, id, { ...by, reason })
      print(isIgnored ? `${id} is ignored from now on` : `${id} was already applied or ignored`)
      return isIgnored ? 0 : 1
    }
  },
}

const statuses = ['RECEIVED', 'PROCESSED', 'PARKED', 'QUARANTINED', 'IGNORED'] as const

const list: EventSubcommand = {
  usage: `events list [--status ${statuses.join('|')}] [--limit N]`,
  parse(args) {
    const options = { status: { type: 'string' }, limit: { type: 'string' } } as const
    const { status, limit = '20' } = parseOptions(args, { options }).values
    const known = statuses.find((one) => one === status?.toUpperCase())
    if (status !== undefined && !known) throw new UsageError(`--status must be one of ${statuses.join(', ')}`)
    if (!/^[1-9]\d{0,3}$/.test(limit)) throw new UsageError('--limit must be a number from 1 to 9999')
    return async ({ events, print }) => {
      const found = await listEvents(events.database, { status: known, limit: Number(limit) })
      for (const event of found) {
        const error = event.last_error === null ? '' : `  ${event.last_error}`
        print(`${event.event_created_at.toISOString()}  ${event.id}  ${event.type}  ${event.status}${error}`)
      }
      return 0
    }
  },
}

const replayable = ['RECEIVED', 'PARKED', 'QUARANTINED'] as const
type Replayable = (typeof replayable)[number]
const pageSize = 1_000

const replay: EventSubcommand = {
  usage: `events replay ID … | events replay --status ${replayable.join('|')}`,
  parse(args) {
    const { values, positionals } = parseOptions(args, {
      options: { status: { type: 'string' } },
      allowPositionals: true,
    })
    const status = values.status === undefined ? undefined : readReplayable(values.status)
    if ((status === undefined) === (positionals.length === 0))
      throw new UsageError('name either events or a status')
    return async (deps) => {
      const ids = status === undefined ? positionals : readIds(deps, status)
      let replayed = 0
      let applied = 0
      let unhandled = 0
      for await (const id of ids) {
        replayed += 1
        const outcome = await replayEvent(deps.events, id, deps.by)
        if (outcome.kind === 'processed') applied += 1
        if (outcome.kind === 'unhandled') unhandled += 1
        for (const line of describeOutcome(id, outcome)) deps.print(line)
      }
      const others =
        unhandled === 0
          ? ''
          : `, ${unhandled} ${unhandled === 1 ? 'is' : 'are'} of a type that is not handled`
      deps.print(`${applied} of ${replayed} events were applied${others}`)
      return applied + unhandled === replayed ? 0 : 1
    }
  },
}

function readReplayable(text: string): Replayable {
  const status = replayable.find((known) => known === text.toUpperCase())
  if (!status) throw new UsageError(`--status must be one of ${replayable.join(', ')}`)
  return status
}

/**
 * All events of the status, oldest first. Each is returned once, because an event that cannot be applied keeps its
 * status.
 */
async function* readIds({ events }: EventDeps, status: Replayable): AsyncGenerator<string> {
  let ids: string[]
  let afterId: string | undefined
  do {
    ids = await listOldestIds(events.database, { status, afterId, limit: pageSize })
    yield* ids
    afterId = ids.at(-1)
  } while (ids.length === pageSize)
}

const sweep: EventSubcommand = {
  usage: 'events sweep [--days 1–30]',
  parse(args) {
    const { days = '30' } = parseOptions(args, { options: { days: { type: 'string' } } }).values
    if (!/^(?:[1-9]|[12]\d|30)$/.test(days)) throw new UsageError('--days must be a number from 1 to 30')
    return async (deps) => {
      const { seen, added } = await sweepDays(deps, Number(days))
      deps.print(`the provider lists ${seen} events; ${added} of them were missing and are in the inbox now`)
      return 0
    }
  },
}

export const eventsCommand = defineGroup({
  name: 'events',
  summary: 'lists, dry-runs and replays events of the payment provider in the inbox at DATABASE_URL',
  open({ terminal, databases, clock, ids, by }): EventDeps {
    const settings = readPaymentConfig(terminal)
    if (!settings) {
      const publicMessage =
        'PAYMENT_API_KEY is missing: some events can only be applied by querying the payment provider'
      throw new Fault({ kind: 'invalid', code: 'cli.config', publicMessage })
    }
    const logger = createLogger({ service: 'cli', level: 'fatal', sinks: [] })
    return { ...openInbox({ databases, clock, ids, logger, settings }), by, print: terminal.print }
  },
  subcommands: { 'dry-run': dryRun, ignore, list, replay, sweep },
})

/** One line for the outcome, and one for each effect. */
function describeOutcome(id: string, outcome: ApplyOutcome): string[] {
  const indent = (line: string) => `  ${line}`
  switch (outcome.kind) {
    case 'processed':
      return [
        `${id}: ${outcome.effects.length === 0 ? 'nothing to change' : 'applied'}`,
        ...outcome.effects.map(indent),
      ]
    case 'parked':
      return [
        `${id}: waits for ${outcome.waitsFor}, because ${outcome.reason}`,
        ...outcome.effects.map(indent),
      ]
    case 'skipped':
      return [`${id}: is being processed elsewhere`]
    case 'unhandled':
      return [`${id}: ignored, because its type is not handled`]
    case 'quarantined':
      return [`${id}: cannot be read: ${outcome.reason}`]
    case 'failed':
      return [`${id}: failed: ${outcome.error instanceof Error ? outcome.error.message : 'unknown'}`]
  }
}
