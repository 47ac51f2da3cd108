import type { Tables } from '@gatehouse/schema/tables'
import { type Transaction, sql } from 'kysely'

/**
 * What the account owed when that day began, in UTC: the balance of now, without what has moved since. Takes the account's
 * lock, so that nothing moves until the end of the transaction. 0 if it owed nothing. What was invoiced since (`tab:`) settles
 * what was used before that day, whenever it was posted, and so is not owed any more.
 */
export async function readDebtAt(
  tx: Transaction<Tables>,
  { ownerId, day }: { ownerId: string; day: string },
): Promise<bigint> {
  const account = await tx
    .selectFrom('credit_accounts')
    .select('balance_micros')
    .where('owner_id', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!account) return 0n
  const { rows } = await sql<{ transferred: bigint; used: bigint }>`
    select (select coalesce(sum(amount_micros), 0)::bigint from credit_transfers
             where owner_id = ${ownerId} and created_at >= ${day}::date at time zone 'UTC'
               and business_key not like 'tab:%') as transferred,
           (select coalesce(sum(charged_micros), 0)::bigint from usage_rollups
             where company_id = ${ownerId} and day >= ${day}::date) as used`.execute(tx)
  const { transferred = 0n, used = 0n } = rows[0] ?? {}
  const balanceThen = account.balance_micros - transferred + used
  return balanceThen < 0n ? -balanceThen : 0n
}
