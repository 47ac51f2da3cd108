// Caches results of parsing for a day, for the company that paid for them: parsing the same document again in the same
// way is free. Results are stored as JSON; they are deleted with the company and are invisible to other companies.
import type { Queryable } from '@gatehouse/postgres/create-postgres'

export type ParseResultKey = { companyId: string; cacheKey: Buffer }

const keptFor = `interval '24 hours'`

export async function findParseResult(
  postgres: Queryable,
  { companyId, cacheKey }: ParseResultKey,
): Promise<Buffer | undefined> {
  const { rows } = await postgres.query<{ result: Buffer }>({
    name: 'find-parse-result',
    text: `select result from parse_results
            where company_id = $1 and cache_key = $2 and created_at > now() - ${keptFor}`,
    values: [companyId, cacheKey],
  })
  return rows[0]?.result
}

export async function storeParseResult(
  postgres: Queryable,
  { companyId, cacheKey }: ParseResultKey,
  json: Buffer,
): Promise<void> {
  await postgres.query(
    `insert into parse_results (company_id, cache_key, result) values ($1, $2, $3)
     on conflict (company_id, cache_key) do update set result = excluded.result, created_at = now()`,
    [companyId, cacheKey, json],
  )
}

/** Deletes expired results in batches, so that no statement runs long; returns true if there may be more. */
export async function purgeParseResults(postgres: Queryable, countMax = 500): Promise<boolean> {
  const { rowCount } = await postgres.query(
    `delete from parse_results where (company_id, cache_key) in (
       select company_id, cache_key from parse_results where created_at < now() - ${keptFor}
        order by created_at limit $1)`,
    [countMax],
  )
  return rowCount === countMax
}
