import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import type { Selectable } from 'kysely'

export type ListedTransfer = Pick<
  Selectable<Tables['credit_transfers']>,
  'id' | 'type' | 'amount_micros' | 'balance_after_micros' | 'business_key' | 'reason' | 'created_at'
>

export type TransferPage = {
  limit: number
  beforeId?: string | undefined
  from?: Date | undefined
  /** Exclusive. */
  to?: Date | undefined
}

/** All movements of credits other than calls, newest first: ids sort by time. */
export function listTransfers(
  database: Database,
  ownerId: string,
  { limit, beforeId, from, to }: TransferPage,
): Promise<ListedTransfer[]> {
  let query = database
    .selectFrom('credit_transfers')
    .select(['id', 'type', 'amount_micros', 'balance_after_micros', 'business_key', 'reason', 'created_at'])
    .where('owner_id', '=', ownerId)
    .orderBy('id', 'desc')
    .limit(limit)
  if (beforeId !== undefined) query = query.where('id', '<', beforeId)
  // By time, not by id: the id of an adjustment is chosen by its caller.
  if (from !== undefined) query = query.where('created_at', '>=', from)
  if (to !== undefined) query = query.where('created_at', '<', to)
  return query.execute()
}
