import type { Queryable } from '@gatehouse/postgres/create-postgres'

/** A partition of calls whose time is over. */
export type ClosedPartition = {
  name: string
  /** YYYY-MM-DD, in UTC; the end is exclusive. */
  firstDay: string
  endDay: string
  isAttached: boolean
  /** All of its calls are in the archive; only the table is left to be dropped. */
  isArchived: boolean
  /** Size with the indexes. */
  tableBytes: number
  /** As estimated by Postgres; null if it has never counted them. */
  callsEstimate: number | null
  /** Why the partition cannot be archived yet; null if it can. */
  obstacle: string | null
}

// Calls that began before midnight may end on the next day, so reconciliation must have added up one day more. A parked
// call must be in Postgres to be decided about, and a charge must be there to be returned.
const text = `
  select p.name, p.first_day::text as "firstDay", p.end_day::text as "endDay", p.is_attached as "isAttached",
         a.detached_at is not null as "isArchived",
         pg_total_relation_size(p.name::regclass)::double precision as "tableBytes",
         (select nullif(c.reltuples, -1)::double precision from pg_class c where c.oid = p.name::regclass) as "callsEstimate",
         case
           when a.detached_at is not null then null
           when p.is_attached and p.end_day + 1 >= coalesce((select calls_through at time zone 'UTC' from reconciliation_progress), '-infinity')
             then 'reconciliation has not added up its calls: run gatehouse reconcile'
           when exists (select from calls c
                         where c.status = 'PARKED' and c.id >= uuid_at(p.first_day::timestamp at time zone 'UTC')
                           and c.id < uuid_at(p.end_day::timestamp at time zone 'UTC')
                           and not exists (select from parked_call_decisions d where d.call_id = c.id))
             then 'a parked call waits for a decision: run gatehouse calls parked'
           when exists (select from undelivered_calls u, unnest(u.call_ids) as id
                         where id >= uuid_at(p.first_day::timestamp at time zone 'UTC')
                           and id < uuid_at(p.end_day::timestamp at time zone 'UTC'))
             then 'a charge may have to be returned: see the undelivered calls of a process that ended'
         end as obstacle
    from call_partitions p left join archived_call_partitions a on a.name = p.name
   where p.end_day <= $1::date
   order by p.first_day`

/** Partitions that end at this day or earlier, oldest first. */
export async function listClosedPartitions(postgres: Queryable, endDay: string): Promise<ClosedPartition[]> {
  const { rows } = await postgres.query<ClosedPartition>(text, [endDay])
  return rows
}
