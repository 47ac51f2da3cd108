import type { Queryable } from '@gatehouse/postgres/create-postgres'

/** The charges of a key's calls since the beginning of the month, in UTC like the days of the rollups. */
export async function readMonthSpent(
  postgres: Queryable,
  { companyId, keyId }: { companyId: string; keyId: string },
): Promise<bigint> {
  const { rows } = await postgres.query<{ spent: bigint }>({
    name: 'read-month-spent',
    text: `select coalesce(sum(charged_micros), 0)::bigint as spent from usage_rollups
            where company_id = $1 and key_id = $2 and day >= date_trunc('month', now() at time zone 'utc')::date`,
    values: [companyId, keyId],
  })
  return rows[0]?.spent ?? 0n
}
