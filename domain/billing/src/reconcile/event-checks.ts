import type { EventDrift, InvariantOutcome } from '@gatehouse/credits/reconciliation-report'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { ProviderEvent } from '../facts/provider-event.ts'
import { type BothSides, inFlightMs } from './in-flight.ts'

const horizonMs = 30 * 86_400_000
/** Owner of an event that belongs to no known company. */
const unknownOwner = 'unknown'

/** I7: events still pending long after they should have been applied, by owner. */
export async function checkWaitingEvents(
  postgres: Queryable,
  ownerId: string | undefined,
): Promise<InvariantOutcome> {
  const { rows } = await postgres.query<{ owner_id: string; what: string; events: number }>(
    `select coalesce(c.company_id::text, '${unknownOwner}') as owner_id,
            'events that are ' || e.status || ' for longer than 15 minutes, such as ' || min(e.id) as what,
            count(*)::integer as events
       from provider_events e
       left join provider_customers c on c.provider_customer_id = e.customer_id
      where e.status in ('RECEIVED', 'PARKED') and e.received_at < now() - make_interval(secs => $2)
        and ($1::uuid is null or c.company_id = $1)
      group by 1, e.status order by 1, 2`,
    [ownerId ?? null, inFlightMs / 1_000],
  )
  const drifts = rows.map(({ owner_id, what, events }) => ({ ownerId: owner_id, what, events }))
  return { kind: 'checked', accounts: new Set(drifts.map((drift) => drift.ownerId)).size, drifts }
}

/** I8: events that the provider lists and we never received, by owner. The most recent ones may still be in flight. */
export async function checkListedEvents(
  { postgres, provider, clock }: BothSides,
  ownerId: string | undefined,
): Promise<EventDrift[]> {
  const missing: ProviderEvent[] = []
  const createdFrom = new Date(clock.wallMs() - horizonMs)
  for (let afterId: string | undefined, hasMore = true; hasMore;) {
    const page = await provider.listEvents({ createdFrom, afterId })
    missing.push(...(await findMissing(postgres, page.events)))
    afterId = page.events.at(-1)?.id
    hasMore = page.hasMore && afterId !== undefined
  }
  const late = missing.filter(({ createdAt }) => createdAt.getTime() < clock.wallMs() - inFlightMs)
  const drifts = await groupByOwner(postgres, late)
  return drifts.filter((drift) => ownerId === undefined || drift.ownerId === ownerId)
}

async function findMissing(postgres: Queryable, events: readonly ProviderEvent[]): Promise<ProviderEvent[]> {
  const { rows } = await postgres.query<{ id: string }>(
    'select id from provider_events where id = any ($1::text[])',
    [events.map(({ id }) => id)],
  )
  const known = new Set(rows.map(({ id }) => id))
  return events.filter(({ id }) => !known.has(id))
}

async function groupByOwner(postgres: Queryable, events: readonly ProviderEvent[]): Promise<EventDrift[]> {
  const { rows } = await postgres.query<{ provider_customer_id: string; company_id: string }>(
    'select provider_customer_id, company_id from provider_customers where provider_customer_id = any ($1::text[])',
    [events.flatMap(({ customerId }) => customerId ?? [])],
  )
  const owners = new Map(rows.map((row) => [row.provider_customer_id, row.company_id]))
  const groups = Map.groupBy(events, ({ customerId }) => owners.get(customerId ?? '') ?? unknownOwner)
  return [...groups].map(([ownerId, own]) => ({
    ownerId,
    what: `events that never arrived, such as ${own[0]?.id ?? ''} (${own[0]?.type ?? ''})`,
    events: own.length,
  }))
}
