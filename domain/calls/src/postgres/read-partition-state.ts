import type { Queryable } from '@gatehouse/postgres/create-postgres'

export type PartitionState = {
  /** Number of consecutive weeks after the present one that have a partition. */
  weeksAhead: number
  /** Rows in the default partition, counted up to 100,000. */
  strayRows: number
}

export async function readPartitionState(postgres: Queryable): Promise<PartitionState> {
  const { rows } = await postgres.query<PartitionState>(
    `with ahead as (
       select (to_date(substring(c.relname from 7), 'IYYY"w"IW')
               - date_trunc('week', now() at time zone 'UTC')::date) / 7 as week
         from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'calls'::regclass and c.relname ~ '^calls_[0-9]{4}w[0-9]{2}$')
     select (select count(*)::integer from (
               select week, row_number() over (order by week) as place from ahead where week > 0) numbered
              where week = place) as "weeksAhead",
            (select count(*)::integer from (select from calls_default limit 100000) stray) as "strayRows"`,
  )
  return rows[0] ?? { weeksAhead: 0, strayRows: 0 }
}
