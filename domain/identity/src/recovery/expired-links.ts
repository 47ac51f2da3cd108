import type { Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'

const rowsMax = 20

/**
 * Removes a few rows of any user that expired a week ago. Each request adds one row, so no other job has to clean these
 * tables. Skips rows in use.
 */
export async function removeExpiredLinks(
  tx: Transaction,
  table: 'email_changes' | 'password_resets',
): Promise<void> {
  await sql`
    delete from ${sql.table(table)} where id in (
      select id from ${sql.table(table)} where expires_at < now() - interval '7 days'
      limit ${rowsMax} for update skip locked)`.execute(tx)
}
