// The sums that Home shows, read from the rollups.
import type { Postgres } from '@gatehouse/postgres/create-postgres'

export type Spent = {
  micros: bigint
  /** On the same days of the month before. */
  beforeMicros: bigint
  highest: readonly Highest[]
}

type Highest = { by: 'key' | 'model'; name: string; micros: bigint }

/** Charges since the first day of the month in UTC, and the key and the model with the highest. */
export async function spentThisMonth(postgres: Postgres, companyId: string): Promise<Spent> {
  const { rows } = await postgres.query<{ micros: bigint; beforeMicros: bigint }>(
    `select coalesce(sum(charged_micros) filter (where day >= this_month), 0)::bigint as micros,
            coalesce(sum(charged_micros) filter (where day < this_month and day >= this_month - interval '1 month'
              and extract(day from day) <= extract(day from now() at time zone 'utc')), 0)::bigint as "beforeMicros"
       from usage_rollups, date_trunc('month', now() at time zone 'utc') this_month
      where company_id = $1`,
    [companyId],
  )
  const highest = await postgres.query<Highest>(
    `(select 'key' as by, k.name, sum(u.charged_micros)::bigint as micros
        from usage_rollups u join api_keys k on k.id = u.key_id
       where u.company_id = $1 and u.day >= date_trunc('month', now() at time zone 'utc')
       group by k.name order by 3 desc limit 1)
     union all
     (select 'model', alias, sum(charged_micros)::bigint
        from usage_rollups where company_id = $1 and day >= date_trunc('month', now() at time zone 'utc')
       group by alias order by 3 desc limit 1)`,
    [companyId],
  )
  const { micros = 0n, beforeMicros = 0n } = rows[0] ?? {}
  return { micros, beforeMicros, highest: highest.rows }
}
