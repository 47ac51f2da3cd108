// Compares the provider's own list of events with the inbox and fills what is missing: what was never delivered, and
// what the webhook is not registered for.
import { sql } from 'kysely'
import type { Inbox } from './create-inbox.ts'
import type { InboxDeps } from './inbox-deps.ts'

export type Sweep = { seen: number; added: number }

// The provider keeps them for so long.
const horizonMs = 30 * 86_400_000
// Clocks differ, and what is listed late must be met by the next sweep.
const overlapMs = 3_600_000

export type SweepOptions = {
  /** From here on, instead of from where the last sweep ended. */
  since?: Date
}

export async function sweepEvents(
  deps: InboxDeps & { inbox: Inbox },
  { since }: SweepOptions = {},
): Promise<Sweep> {
  const createdFrom = since ?? (await readStart(deps))
  let newest: Date | undefined
  const sweep: Sweep = { seen: 0, added: 0 }
  for (let afterId: string | undefined, hasMore = true; hasMore;) {
    const page = await deps.provider.listEvents({ createdFrom, afterId })
    const known = await readKnown(
      deps,
      page.events.map(({ id }) => id),
    )
    for (const event of page.events) {
      if (known.has(event.id)) continue
      await deps.inbox.store(event, 'SWEEP')
      sweep.added += 1
    }
    newest ??= page.events[0]?.createdAt
    sweep.seen += page.events.length
    afterId = page.events.at(-1)?.id
    hasMore = page.hasMore && afterId !== undefined
  }
  await makeDue(deps)
  if (newest) await noteSwept(deps, newest)
  return sweep
}

/** By the provider's clock, as far as it has told us its time. */
async function readStart({ database, clock }: InboxDeps): Promise<Date> {
  const row = await database.selectFrom('provider_event_sweeps').select('swept_through').executeTakeFirst()
  return new Date(row ? row.swept_through.getTime() - overlapMs : clock.wallMs() - horizonMs)
}

async function readKnown({ database }: InboxDeps, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await database
    .selectFrom('provider_events')
    .select('id')
    .where('id', 'in', [...ids])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Nobody makes a first attempt at these, so they need not wait for it. */
async function makeDue({ database }: InboxDeps): Promise<void> {
  await database
    .updateTable('provider_events')
    .set({ next_attempt_at: sql`now()` })
    .where('status', '=', 'RECEIVED')
    .where('source', '=', 'SWEEP')
    .where('attempts', '=', 0)
    .execute()
}

async function noteSwept({ database }: InboxDeps, through: Date): Promise<void> {
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
