import type { Queryable } from '@gatehouse/postgres/create-postgres'

/** A recorded call, with the refunded part of its charge. */
export type CallRow = {
  id: string
  alias: string
  status: string
  reason: string | null
  chargedMicros: bigint
  givenBackMicros: bigint
}

export async function readCalls(postgres: Queryable): Promise<CallRow[]> {
  const { rows } = await postgres.query<CallRow>(`
    select c.id, c.alias, c.status::text as "status", c.reason, c.charged_micros as "chargedMicros",
           coalesce(t.amount_micros, 0::bigint) as "givenBackMicros"
      from calls c
      left join credit_transfers t on t.business_key = 'giveback:' || c.id
     order by c.id`)
  return rows
}

export async function readBalance(postgres: Queryable, companyIds: readonly string[]): Promise<bigint> {
  const { rows } = await postgres.query<{ micros: bigint }>(
    'select coalesce(sum(balance_micros), 0)::bigint as micros from credit_accounts where owner_id = any ($1::uuid[])',
    [companyIds],
  )
  return rows[0]?.micros ?? 0n
}

/** Counts charged calls whose delivery is not recorded yet; if it never is, the reaper handles them. */
export async function countUndelivered(postgres: Queryable): Promise<number> {
  const { rows } = await postgres.query<{ count: bigint }>(
    'select coalesce(sum(cardinality(call_ids)), 0)::bigint as count from undelivered_calls',
  )
  return Number(rows[0]?.count ?? 0)
}
