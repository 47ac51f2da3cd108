// Passes on notices that were written by somebody who could not, such as an operator who replays an event by hand.
import { sql } from 'kysely'
import type { Notice } from '../../rules/describe-notice.ts'
import type { InboxDeps } from './inbox-deps.ts'

const atOnce = 100

/**
 * Each in a transaction of its own: one that cannot be told is tried again, and holds up no other company. What is older
 * than a week is no news any more. Returns how many were told.
 */
export async function tellNotices(
  deps: Pick<InboxDeps, 'database' | 'logger' | 'onNotice'>,
): Promise<number> {
  const { onNotice } = deps
  if (!onNotice) return 0
  let told = 0
  for (const key of await findUntold(deps)) {
    try {
      if (await tell({ ...deps, onNotice }, key)) told += 1
    } catch (thrown) {
      deps.logger.warn('a notice could not be told and is tried again', { error: thrown, notice_key: key })
    }
  }
  return told
}

async function findUntold({ database }: Pick<InboxDeps, 'database'>): Promise<string[]> {
  const rows = await database
    .selectFrom('billing_notices')
    .select('notice_key')
    .where('sent_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() - interval '7 days'`)
    .orderBy('created_at')
    .limit(atOnce)
    .execute()
  return rows.map(({ notice_key: key }) => key)
}

/** False if somebody else tells it, or has told it. */
async function tell(
  { database, onNotice }: Pick<Required<InboxDeps>, 'database' | 'onNotice'>,
  key: string,
): Promise<boolean> {
  return database.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('billing_notices')
      .select(['company_id', 'kind', 'details'])
      .where('notice_key', '=', key)
      .where('sent_at', 'is', null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!row) return false
    await onNotice(tx, { key, companyId: row.company_id, kind: row.kind, details: row.details } as Notice)
    await tx
      .updateTable('billing_notices')
      .set({ sent_at: sql`now()` })
      .where('notice_key', '=', key)
      .execute()
    return true
  })
}
