// Passes on notices that were written by somebody who could not, such as an operator who replays an event by hand.
import { sql } from 'kysely'
import type { Notice } from '../../rules/describe-notice.ts'
import type { InboxDeps } from './inbox-deps.ts'

const atOnce = 20

/** What is older than a week is no news any more. */
export async function tellNotices({ database, onNotice }: InboxDeps): Promise<number> {
  if (!onNotice) return 0
  return database.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('billing_notices')
      .select(['notice_key', 'company_id', 'kind', 'details'])
      .where('sent_at', 'is', null)
      .where('created_at', '>', sql<Date>`now() - interval '7 days'`)
      .orderBy('created_at')
      .limit(atOnce)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const row of rows) {
      const { notice_key: key, company_id: companyId } = row
      await onNotice(tx, { key, companyId, kind: row.kind, details: row.details } as Notice)
      await tx
        .updateTable('billing_notices')
        .set({ sent_at: sql`now()` })
        .where('notice_key', '=', key)
        .execute()
    }
    return rows.length
  })
}
