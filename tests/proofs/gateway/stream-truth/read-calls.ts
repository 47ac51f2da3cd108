import type { Queryable } from '@gatehouse/postgres/create-postgres'

/** A recorded call, with the refunded part of its charge. */
export type CallRow = {
  id: string
  companyId: string
  keyId: string
  alias: string
  status: string
  reason: string | null
  promptTokens: number
  cachedTokens: number
  completionTokens: number
  chargedMicros: bigint
  givenBackMicros: bigint
}

export async function readCalls(postgres: Queryable): Promise<CallRow[]> {
  const { rows } = await postgres.query<CallRow>(`
    select c.id, c.company_id as "companyId", c.key_id as "keyId", c.alias, c.status::text as "status", c.reason,
           c.prompt_tokens as "promptTokens", c.cached_tokens as "cachedTokens",
           c.completion_tokens as "completionTokens", c.charged_micros as "chargedMicros",
           coalesce(t.amount_micros, 0::bigint) as "givenBackMicros"
      from calls c
      left join credit_transfers t on t.business_key = 'giveback:' || c.id
     order by c.id`)
  return rows
}

/** Balances by company. */
export async function readBalances(
  postgres: Queryable,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await postgres.query<{ id: string; micros: bigint }>(
    'select owner_id as id, balance_micros as micros from credit_accounts where owner_id = any ($1::uuid[])',
    [companyIds],
  )
  return new Map(rows.map(({ id, micros }) => [id, micros]))
}

/** Counts charged calls whose delivery is not recorded yet; if it never is, the reaper handles them. */
export async function countUndelivered(postgres: Queryable): Promise<number> {
  const { rows } = await postgres.query<{ count: bigint }>(
    'select coalesce(sum(cardinality(call_ids)), 0)::bigint as count from undelivered_calls',
  )
  return Number(rows[0]?.count ?? 0)
}
