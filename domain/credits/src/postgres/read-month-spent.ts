import type { Queryable } from '@gatehouse/postgres/create-postgres'

/** What the calls of a key have been charged since the month began, in UTC as the days of the rollups are. */
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
