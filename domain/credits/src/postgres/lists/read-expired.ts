import type { Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'

/**
 * How much of the credits granted under these business keys has expired unused. Locks the account, which first closes its
 * expired lots, so that the sum holds until the transaction ends.
 */
export async function readExpired(
  tx: Transaction,
  ownerId: string,
  sourceKeys: readonly string[],
): Promise<bigint> {
  await sql`select lock_account(${ownerId}, 'COMPANY')`.execute(tx)
  const { rows } = await sql<{ expired_micros: bigint }>`
    select coalesce(-sum(t.amount_micros), 0)::bigint as expired_micros
      from credit_lots l join credit_transfers t on t.business_key = 'expiry:' || l.id
     where l.owner_id = ${ownerId} and l.source_key = any (${[...sourceKeys]}::text[])`.execute(tx)
  return rows[0]?.expired_micros ?? 0n
}
