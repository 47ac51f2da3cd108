import type { Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'

/**
 * The account's debt at the beginning of the given UTC day, computed by reversing all later movements; 0 if there was
 * no debt. Locks the account, so that nothing changes until the end of the transaction. The credits of earlier bills
 * (`tab:`) clear debt from before that day, even if they were posted later, so they are not reversed.
 */
export async function readDebtAt(
  tx: Transaction,
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
             where owner_id = ${ownerId} and created_at >= ${day}::timestamp at time zone 'UTC'
               and business_key not like 'tab:%') as transferred,
           (select coalesce(sum(charged_micros), 0)::bigint from usage_rollups
             where company_id = ${ownerId} and day >= ${day}::date) as used`.execute(tx)
  const { transferred = 0n, used = 0n } = rows[0] ?? {}
  const balanceThen = account.balance_micros - transferred + used
  return balanceThen < 0n ? -balanceThen : 0n
}
