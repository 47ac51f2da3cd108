import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import { type Selectable, sql } from 'kysely'

export type ListedTransfer = Pick<
  Selectable<Tables['credit_transfers']>,
  'id' | 'type' | 'amount_micros' | 'balance_after_micros' | 'business_key' | 'reason' | 'created_at'
>

export type TransferPage = { limit: number; beforeId?: string | undefined }

/** All movements of credits other than calls, newest first: ids sort by time. */
export function listTransfers(
  database: Database,
  ownerId: string,
  { limit, beforeId }: TransferPage,
): Promise<ListedTransfer[]> {
  let query = database
    .selectFrom('credit_transfers')
    .select(['id', 'type', 'amount_micros', 'balance_after_micros', 'business_key', 'reason', 'created_at'])
    .where('owner_id', '=', ownerId)
    .orderBy('id', 'desc')
    .limit(limit)
  if (beforeId !== undefined) query = query.where('id', '<', beforeId)
  return query.execute()
}

/** The spendable balance, and whether the account is frozen. An account that was never used has a balance of zero. */
export async function readBalance(
  database: Database,
  ownerId: string,
): Promise<{ balanceMicros: bigint; isFrozen: boolean }> {
  const row = await database
    .selectFrom('credit_accounts')
    .select([
      sql<bigint>`spendable_micros(credit_accounts)`.as('balance_micros'),
      sql<boolean>`frozen_at is not null`.as('is_frozen'),
    ])
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return { balanceMicros: row?.balance_micros ?? 0n, isFrozen: row?.is_frozen ?? false }
}
