import { assert } from '@gatehouse/runtime/assert'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { type Transfer, counterAccountOf } from '../transfer.ts'

export type PostedTransfer = {
  /** False if a transfer with this business key already exists; nothing was changed then. */
  isNew: boolean
  id: string
  amountMicros: bigint
  balanceMicros: bigint
  version: bigint
}

type PostedRow = {
  is_new: boolean
  id: string
  amount_micros: bigint
  balance_micros: bigint
  version: bigint
}

/** Posts one transfer. If `database` is a transaction, the transfer is part of it. */
export async function postTransfer(
  ids: Ids,
  database: Database,
  transfer: Transfer,
): Promise<PostedTransfer> {
  assert(
    transfer.amountMicros > 0n,
    'the amount of a transfer must be positive; its kind gives the direction',
  )
  const isGrant = transfer.kind === 'grant'
  const lotKind = transfer.type === 'PACK_PURCHASE' ? 'BOUGHT' : 'GRANTED'
  const { rows } = await sql<PostedRow>`
    select * from post_transfer(
      ${ids.uuid()}, ${transfer.owner.id}, ${transfer.owner.kind}::credit_owner_kind,
      ${counterAccountOf[transfer.type]}::credit_counter_account,
      ${transfer.type}::credit_transaction_type,
      ${isGrant ? transfer.amountMicros : -transfer.amountMicros}, ${transfer.businessKey},
      ${isGrant ? lotKind : null}::credit_lot_kind, ${isGrant ? (transfer.expiresAt ?? null) : null}::timestamptz,
      ${isGrant ? null : (transfer.firstFromLotOf ?? null)}::text, ${transfer.reason ?? null}::text, null::uuid
    )`.execute(database)
  const [row] = rows
  assert(row, 'post_transfer must return a row')
  return {
    isNew: row.is_new,
    id: row.id,
    amountMicros: row.amount_micros,
    balanceMicros: row.balance_micros,
    version: row.version,
  }
}
