// Compares the provider's event list with the inbox and stores what is missing: events that were never delivered, and
// types that the webhook is not registered for. The provider may list them in another API version than the webhook's.
import { sql } from 'kysely'
import type { Inbox } from './create-inbox.ts'
import { inOurVersion } from './in-our-version.ts'
import type { InboxDeps } from '../billing-deps.ts'
import type { ProviderEvent } from '../facts/provider-event.ts'

export type Sweep = { seen: number; added: number }

// The provider's retention of events.
const horizonMs = 30 * 86_400_000
// Covers clock skew and events that are listed late.
const overlapMs = 3_600_000

export type SweepOptions = {
  /** Start of the sweep; defaults to where the last one ended. */
  since?: Date
}

export async function sweepEvents(
  deps: InboxDeps & { inbox: Inbox },
  { since }: SweepOptions = {},
): Promise<Sweep> {
  const createdFrom = since ?? (await readStart(deps))
  let newest: Date | undefined
  const sweep: Sweep = { seen: 0, added: 0 }
  const failures: unknown[] = []
  for (let afterId: string | undefined, hasMore = true; hasMore;) {
    const page = await deps.provider.listEvents({ createdFrom, afterId })
    const stored = await storeMissing(deps, page.events)
    sweep.added += stored.added
    failures.push(...stored.failures)
    newest ??= page.events[0]?.createdAt
    sweep.seen += page.events.length
    afterId = page.events.at(-1)?.id
    hasMore = page.hasMore && afterId !== undefined
  }
  await makeDue(deps)
  // The next sweep starts where this one did.
  if (failures.length > 0)
    throw new AggregateError(failures, `payment events that could not be stored: ${failures.length}`)
  if (newest) await recordSweep(deps, newest)
  return sweep
}

async function storeMissing(
  deps: InboxDeps & { inbox: Inbox },
  events: readonly ProviderEvent[],
): Promise<{ added: number; failures: unknown[] }> {
  const known = await readKnown(
    deps,
    events.map(({ id }) => id),
  )
  const failures: unknown[] = []
  let added = 0
  for (const listed of events) {
    if (known.get(listed.id) === 'readable') continue
    try {
      const event = await inOurVersion(deps, listed)
      if (known.has(event.id) && event === listed) continue
      await deps.inbox.store(event, 'SWEEP')
      added += 1
    } catch (error) {
      // The other events must not wait for this one.
      deps.logger.error('payment event could not be stored', { event_id: listed.id, error })
      failures.push(error)
    }
  }
  return { added, failures }
}

/** Returns the start of the sweep: in the provider's time if an earlier sweep was recorded, otherwise by our clock. */
async function readStart({ database, clock }: InboxDeps): Promise<Date> {
  const row = await database.selectFrom('provider_event_sweeps').select('swept_through').executeTakeFirst()
  return new Date(row ? row.swept_through.getTime() - overlapMs : clock.wallMs() - horizonMs)
}

/** Finds the events that are stored already, and those of them that only a copy in our API version can replace. */
async function readKnown(
  { database, expected }: InboxDeps,
  ids: readonly string[],
): Promise<Map<string, 'readable' | 'of another version'>> {
  if (ids.length === 0) return new Map()
  const rows = await database
    .selectFrom('provider_events')
    .select(['id', 'status', 'api_version'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(
    rows.map(({ id, status, api_version: version }) => {
      const isReplaceable = status === 'QUARANTINED' && version !== expected.apiVersion
      return [id, isReplaceable ? 'of another version' : 'readable']
    }),
  )
}

/**
 * Makes swept events due now. Unlike events from the webhook, they are not applied on arrival, so there is no first
 * attempt to wait for.
 */
async function makeDue({ database }: InboxDeps): Promise<void> {
  await database
    .updateTable('provider_events')
    .set({ next_attempt_at: sql`now()` })
    .where('status', '=', 'RECEIVED')
    .where('source', '=', 'SWEEP')
    .where('attempts', '=', 0)
    .execute()
}

async function recordSweep({ database }: InboxDeps, through: Date): Promise<void> {
  await database
    .insertInto('provider_event_sweeps')
    .values({ swept_through: through })
    .onConflict((conflict) =>
      conflict.column('is_only').doUpdateSet({
        swept_through: sql`greatest(provider_event_sweeps.swept_through, excluded.swept_through)`,
        updated_at: sql`now()`,
      }),
    )
    .execute()
}
