// Sends notices written by a process that could not send them, such as the CLI when an operator replays an event.
import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import type { Notice } from '../rules/describe-notice.ts'
import type { InboxDeps } from '../billing-deps.ts'

const batchMax = 100

/**
 * Sends each notice in its own transaction: a failed one is retried and does not hold up other companies. Notices older
 * than a week are skipped. Returns the number sent.
 */
export async function sendNotices(
  deps: Pick<InboxDeps, 'databases' | 'logger' | 'onNotice'>,
): Promise<number> {
  const { onNotice } = deps
  if (!onNotice) return 0
  let sent = 0
  for (const database of deps.databases.all())
    sent += await sendNoticesOfShard(database, { ...deps, onNotice })
  return sent
}

type SendDeps = Required<Pick<InboxDeps, 'logger' | 'onNotice'>>

async function sendNoticesOfShard(database: Database, deps: SendDeps): Promise<number> {
  let sent = 0
  for (const key of await findUnsent(database)) {
    try {
      if (await sendNotice(database, key, deps)) sent += 1
    } catch (thrown) {
      deps.logger.warn('notice could not be sent; it will be retried', { error: thrown, notice_key: key })
    }
  }
  return sent
}

async function findUnsent(database: Database): Promise<string[]> {
  const rows = await database
    .selectFrom('billing_notices')
    .select('notice_key')
    .where('sent_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() - interval '7 days'`)
    .orderBy('created_at')
    .limit(batchMax)
    .execute()
  return rows.map(({ notice_key: key }) => key)
}

/** False if another process is sending the notice or has sent it. */
async function sendNotice(database: Database, key: string, { onNotice }: SendDeps): Promise<boolean> {
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
