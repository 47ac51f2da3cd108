// Creates upcoming monthly partitions of the score log, moves rows from the default partition into their month, and
// drops expired months. A failure for one month does not affect the others.
import type { Postgres } from '@gatehouse/postgres/create-postgres'

export type ScoreLogUpkeep = { created: string[]; dropped: string[]; failures: ScoreLogFailure[] }

export type ScoreLogFailure = { month: string; error: unknown }

// The law requires such logs for at least six months (Regulation (EU) 2024/1689, article 26).
const monthsKept = 7
const monthsAhead = 2

export async function maintainScoreLog(postgres: Postgres): Promise<ScoreLogUpkeep> {
  const failures: ScoreLogFailure[] = []
  const attempt = async (month: string, work: () => Promise<boolean>): Promise<string[]> => {
    try {
      return (await work()) ? [month] : []
    } catch (error) {
      failures.push({ month, error })
      return []
    }
  }
  const created: string[] = []
  for (const month of await monthsToMake(postgres))
    created.push(...(await attempt(month, () => createMonth(postgres, month))))
  const dropped: string[] = []
  for (const name of await monthsToDrop(postgres))
    dropped.push(...(await attempt(name, () => dropMonth(postgres, name))))
  return { created, dropped, failures }
}

/** First days of the planned months, and of the months that rows in the default partition belong to. */
async function monthsToMake(postgres: Postgres): Promise<string[]> {
  const { rows } = await postgres.query<{ month: string }>(
    `select (date_trunc('month', now() at time zone 'UTC') + make_interval(months => step))::date::text as month
       from generate_series(-1, $1) as step
     union
     select month::text from stray_score_months($2) as month order by 1`,
    [monthsAhead, monthsKept],
  )
  return rows.map(({ month }) => month)
}

async function createMonth(postgres: Postgres, month: string): Promise<boolean> {
  const { rows } = await postgres.query<{ is_new: boolean }>('select create_score_log_month($1) as is_new', [
    month,
  ])
  return rows[0]?.is_new ?? false
}

async function monthsToDrop(postgres: Postgres): Promise<string[]> {
  // The names come from the catalog and match a fixed pattern, so they are safe to interpolate.
  const { rows } = await postgres.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'match_score_log'::regclass and c.relname ~ '^match_score_log_[0-9]{4}m[0-9]{2}$'
        and to_date(right(c.relname, 7), 'YYYY"m"MM')
            < date_trunc('month', now() at time zone 'UTC') - make_interval(months => $1)
      order by 1`,
    [monthsKept],
  )
  return rows.map(({ name }) => name)
}

async function dropMonth(postgres: Postgres, name: string): Promise<true> {
  await postgres.transaction(async (tx) => {
    // Fails fast, so that batches of matches do not queue behind the lock that `drop table` waits for.
    await tx.query(`set local lock_timeout = '200ms'`)
    await tx.query(`drop table ${name}`)
  })
  return true
}

export type ScoreLogState = {
  /** Full weeks until the first month without a partition. */
  weeksAhead: number
  /** Rows in the default partition, counted up to 100,000. */
  strayRows: number
}

export async function readScoreLogState(postgres: Pick<Postgres, 'query'>): Promise<ScoreLogState> {
  const { rows } = await postgres.query<ScoreLogState>(
    `with months as (
       select to_date(right(c.relname, 7), 'YYYY"m"MM') as month
         from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'match_score_log'::regclass and c.relname ~ '^match_score_log_[0-9]{4}m[0-9]{2}$'),
     gap as (
       select min(m) as month
         from generate_series(date_trunc('month', now() at time zone 'UTC'),
                              date_trunc('month', now() at time zone 'UTC') + interval '1 year', interval '1 month') m
        where not exists (select from months where months.month = m::date))
     select (select greatest(0, floor(extract(epoch from month - now() at time zone 'UTC') / 604800))::integer
               from gap) as "weeksAhead",
            (select count(*)::integer from (select from match_score_log_default limit 100000) stray) as "strayRows"`,
  )
  return rows[0] ?? { weeksAhead: 0, strayRows: 0 }
}
