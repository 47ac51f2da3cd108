import type { Queryable } from '@gatehouse/postgres/create-postgres'

export type Account = {
  /** What can be spent: expired lots that no job has swept yet are not in it. */
  balanceMicros: bigint
  version: bigint
  isFrozen: boolean
}

type AccountRow = { balance_micros: bigint; version: bigint; is_frozen: boolean }

// The expired part is subtracted here too, so that a credit check is right at the very instant of an expiry.
const accountQuery = `
  select a.balance_micros - coalesce(
           (select sum(l.remaining_micros)::bigint from credit_lots l
             where a.next_expiry_at <= now() and l.owner_id = a.owner_id
               and l.remaining_micros > 0 and l.expires_at <= now()), 0) as balance_micros,
         a.version, a.frozen_at is not null as is_frozen
    from credit_accounts a
   where a.owner_id = $1`

/** The truth about an account at this moment. An account nobody has used yet is empty. */
export async function readAccount(postgres: Queryable, ownerId: string): Promise<Account> {
  const { rows } = await postgres.query<AccountRow>({
    name: 'read-account',
    text: accountQuery,
    values: [ownerId],
  })
  const [row] = rows
  if (!row) return { balanceMicros: 0n, version: 0n, isFrozen: false }
  return { balanceMicros: row.balance_micros, version: row.version, isFrozen: row.is_frozen }
}
