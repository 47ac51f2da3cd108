import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'

export type LotsLeft = {
  /** Sum that remains in the lots that have not expired. */
  remainingMicros: bigint
  /** Expiry of the longest-lasting lot; null if one does not expire. */
  expiresAt: Date | null
  isExpired: boolean
  /** Everything that calls and operators ever took from the account, from any lot. */
  spentMicros: bigint
}

/** Reads the remainder of the credits that were granted under these business keys. */
export async function readLotsLeft(
  database: Database,
  ownerId: string,
  sourceKeys: readonly string[],
): Promise<LotsLeft> {
  const { rows } = await sql<{
    remaining_micros: bigint
    expires_at: Date | null
    is_expired: boolean
    spent_micros: bigint
  }>`
    select coalesce(sum(l.remaining_micros) filter (where coalesce(l.expires_at > now(), true)), 0)::bigint as remaining_micros,
           nullif(max(coalesce(l.expires_at, 'infinity')), 'infinity') as expires_at,
           coalesce(max(coalesce(l.expires_at, 'infinity')) <= now(), true) as is_expired,
           (select coalesce(max(a.charged_micros), 0) from credit_accounts a where a.owner_id = ${ownerId})
             - (select coalesce(sum(t.amount_micros), 0) from credit_transfers t
                 where t.owner_id = ${ownerId} and t.type = 'ADJUSTMENT' and t.amount_micros < 0)::bigint as spent_micros
      from credit_lots l
     where l.owner_id = ${ownerId} and l.source_key = any (${[...sourceKeys]}::text[])`.execute(database)
  const row = rows[0]
  return {
    remainingMicros: row?.remaining_micros ?? 0n,
    expiresAt: row?.expires_at ?? null,
    isExpired: row?.is_expired ?? true,
    spentMicros: row?.spent_micros ?? 0n,
  }
}
