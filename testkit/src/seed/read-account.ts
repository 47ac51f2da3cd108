import type { Queryable } from '@gatehouse/postgres/create-postgres'

export type Account = {
  /** The spendable balance: expired lots do not count, even before they are swept. */
  balanceMicros: bigint
  version: bigint
  isFrozen: boolean
}

type AccountRow = { balance_micros: bigint; version: bigint; is_frozen: boolean }

// Subtracts expired lots that were not swept yet, so that the balance is correct from the moment of an expiry.
const accountQuery = `
  select a.balance_micros - coalesce(
           (select sum(l.remaining_micros)::bigint from credit_lots l
             where a.next_expiry_at <= now() and l.owner_id = a.owner_id
               and l.remaining_micros > 0 and l.expires_at <= now()), 0) as balance_micros,
         a.version, a.frozen_at is not null as is_frozen
    from credit_accounts a
   where a.owner_id = $1`

/** Reads the present state of an account, for assertions. An account that was never used has a balance of zero. */
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
