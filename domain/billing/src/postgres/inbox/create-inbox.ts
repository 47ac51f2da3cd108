// The door for messages of the payment provider: first durable, then an attempt to apply them at once, so that whoever
// was told of a payment also sees its credits. Everything that comes later goes through the same attempt.
import { withinMs } from '@gatehouse/runtime/deadline'
import type { ProviderEvent } from '../../facts/provider-event.ts'
import { type ApplyOutcome, applyEvent } from './apply-event.ts'
import type { InboxDeps } from './inbox-deps.ts'
import { type EventSource, storeEvent } from './store-event.ts'

export type Inbox = {
  /** Throws only if the event could not be made durable: then, and only then, it must be sent again. */
  receive(event: ProviderEvent): Promise<void>
  /** Applies what is due, oldest first. Returns how many it tried. */
  retryDue(limit?: number): Promise<number>
  store(event: ProviderEvent, source: EventSource): Promise<boolean>
}

// The provider waits for an answer; what takes longer goes on without it.
const attemptMs = 5_000

export function createInbox(deps: InboxDeps): Inbox {
  /** Of many copies at once one is applied, and the others wait for it. */
  const underWay = new Map<string, Promise<ApplyOutcome>>()

  function apply(event: ProviderEvent): Promise<ApplyOutcome> {
    const known = underWay.get(event.id)
    if (known) return known
    const attempt = applyEvent(deps, event).finally(() => underWay.delete(event.id))
    underWay.set(event.id, attempt)
    return attempt
  }

  async function store(event: ProviderEvent, source: EventSource): Promise<boolean> {
    const { isNew, status } = await storeEvent(deps, event, source)
    if (isNew && status === 'QUARANTINED') {
      const context = {
        event_id: event.id,
        event_type: event.type,
        api_version: event.apiVersion,
        pages: true,
      }
      const problem = event.shapeProblem === null ? 'is not for this service' : 'cannot be read'
      deps.logger.error(`an event of the payment provider ${problem}`, context)
    }
    return status === 'RECEIVED' || status === 'PARKED'
  }

  return {
    store,
    async receive(event) {
      if (!(await store(event, 'WEBHOOK'))) return
      const limit = { limitMs: attemptMs, what: 'an event of the payment provider' }
      // Late is not lost: the attempt goes on, and if it fails there is another.
      await withinMs(deps.clock, limit, () => apply(event)).catch(() => undefined)
    },
    async retryDue(limit = 100) {
      const events = await readDue(deps, limit)
      for (const event of events) await apply(event)
      return events.length
    },
  }
}

async function readDue(deps: InboxDeps, limit: number): Promise<ProviderEvent[]> {
  const rows = await deps.database
    .selectFrom('provider_events')
    .select('payload')
    .where('status', 'in', ['RECEIVED', 'PARKED'])
    .where((where) => where('next_attempt_at', '<=', where.fn<Date>('now', [])))
    .orderBy('event_created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ payload }) => deps.readEvent(payload))
}
