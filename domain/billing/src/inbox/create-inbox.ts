// Receives the payment provider's events: each is stored durably, then applied immediately, so that the credits are
// there when the webhook responds. All later attempts take the same path.
import { withinMs } from '@gatehouse/runtime/deadline'
import { traced } from '@gatehouse/telemetry/spans'
import type { ProviderEvent } from '../facts/provider-event.ts'
import { type ApplyOutcome, applyEvent } from './apply-event.ts'
import type { InboxDeps } from '../billing-deps.ts'
import { type EventSource, storeEvent } from './store-event.ts'

export type Inbox = {
  /** Throws only if the event could not be stored; only then must the provider send it again. */
  receive(event: ProviderEvent): Promise<void>
  /** Applies due events, oldest first. Returns the number attempted. */
  retryDue(limit?: number): Promise<number>
  store(event: ProviderEvent, source: EventSource): Promise<boolean>
}

// The provider is waiting for a response, also while Postgres does not respond. An event that was not stored in time is
// sent again; an attempt to apply it that takes longer continues in the background.
const storeMs = 1_700
const responseMs = 1_900
const attemptMsMin = 200

export function createInbox(deps: InboxDeps): Inbox {
  /** Concurrent copies of an event share one attempt. */
  const inFlight = new Map<string, Promise<ApplyOutcome>>()

  function apply(event: ProviderEvent): Promise<ApplyOutcome> {
    const known = inFlight.get(event.id)
    if (known) return known
    const attributes = { 'gatehouse.event.id': event.id, 'gatehouse.event.type': event.type }
    const applying = traced('apply payment event', attributes, () => applyEvent(deps, event))
    const attempt = applying.finally(() => inFlight.delete(event.id))
    inFlight.set(event.id, attempt)
    return attempt
  }

  async function store(event: ProviderEvent, source: EventSource): Promise<boolean> {
    const { database, storage = database, expected } = deps
    const { isNew, status } = await storeEvent({ database: storage, expected }, event, source)
    if (isNew && status === 'QUARANTINED') {
      const context = {
        event_id: event.id,
        event_type: event.type,
        api_version: event.apiVersion,
        pages: true,
      }
      const problem = event.shapeProblem === null ? 'is not for this deployment' : 'is unreadable'
      deps.logger.error(`payment event ${problem} and was quarantined`, context)
    }
    return status === 'RECEIVED' || status === 'PARKED'
  }

  return {
    store,
    async receive(event) {
      const startedMs = deps.clock.monotonicMs()
      const storing = { limitMs: storeMs, what: 'storing a payment event' }
      if (!(await withinMs(deps.clock, storing, () => store(event, 'WEBHOOK')))) return
      const leftMs = responseMs - (deps.clock.monotonicMs() - startedMs)
      const limit = { limitMs: Math.max(attemptMsMin, leftMs), what: 'applying a payment event' }
      // A timeout loses nothing: the attempt continues, and a failed one is retried.
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
