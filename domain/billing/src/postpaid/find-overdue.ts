import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Shards } from '@gatehouse/postgres/shards'

// Decided by our clock: the provider sends no event when an invoice becomes overdue.
const overdueQuery = `
  select (extract(epoch from min(i.due_at) - now()) * 1000)::double precision as overdue_in_ms
    from invoices i join companies c on c.id = i.company_id
   where i.company_id = $1 and i.status = 'OPEN' and i.due_at is not null and c.billing_mode = 'POSTPAID'`

/**
 * Time until the first open invoice of a postpaid company becomes overdue: zero or negative once one is, null if none
 * is open.
 */
export function createFindOverdueInMs(
  shards: Shards<Queryable>,
): (companyId: string) => Promise<number | null> {
  return async (companyId) => {
    const { rows } = await shards.of(companyId).query<{ overdue_in_ms: number | null }>({
      name: 'find-overdue',
      text: overdueQuery,
      values: [companyId],
    })
    return rows[0]?.overdue_in_ms ?? null
  }
}
